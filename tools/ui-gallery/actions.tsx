import ArrowRight from 'lucide-react/icons/arrow-right';
import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { Badge, CountBadge, StatusBadge } from '../../app/ui/badge.tsx';
import { Button, IconButton, LinkButton } from '../../app/ui/button.tsx';
import { Card } from '../../app/ui/card.tsx';
import { CopyButton } from '../../app/ui/copy-button.tsx';
import { Dialog } from '../../app/ui/dialog.tsx';
import { CarDrawing } from '../../app/ui/drawings/car.tsx';
import { CoinsDrawing } from '../../app/ui/drawings/coins.tsx';
import { StreamsDrawing } from '../../app/ui/drawings/streams.tsx';
import { TextField } from '../../app/ui/field.tsx';
import { LanguagePicker } from '../../app/ui/language-picker.tsx';
import { BackLink, Breadcrumb, Cluster, Kbd, Stack } from '../../app/ui/layout.tsx';
import { LinkCard } from '../../app/ui/link-card.tsx';
import { Notice } from '../../app/ui/notice.tsx';
import { toast } from '../../app/ui/toasts.ts';

export function Actions() {
  const [open, setOpen] = useState(false);
  const [lang, setLang] = useState('fr');
  return (
    <Stack gap={6}>
      <Cluster>
        <Button tone="primary" iconEnd={<ArrowRight aria-hidden="true" />}>
          Simuler un prêt
        </Button>
        <Button>Créer un compte</Button>
        <Button tone="quiet">Mot de passe oublié ?</Button>
        <Button tone="danger">Supprimer le client</Button>
        <Button tone="danger-quiet">Rejeter</Button>
        <Button disabled>Indisponible</Button>
        <Button tone="primary" loading loadingText="Simulation en cours…">
          Simuler
        </Button>
        <IconButton label="Afficher le solde">
          <Eye aria-hidden="true" />
        </IconButton>
      </Cluster>
      <Cluster>
        <LinkButton href="/simulateur" tone="primary" size="large">
          Faire une simulation
        </LinkButton>
        <Button size="dense">Actualiser</Button>
        <Button size="dense" tone="primary">
          Approuver
        </Button>
        <CopyButton size="dense" text="FR76" label="Copier l’IBAN" copiedLabel="Copié !" />
        <Kbd keys={['Ctrl', 'K']} />
        <LanguagePicker
          label="Langue"
          value={lang}
          onChange={setLang}
          languages={[
            { code: 'fr', name: 'Français' },
            { code: 'en', name: 'English' },
            { code: 'de', name: 'Deutsch' },
            { code: 'el', name: 'Ελληνικά' },
          ]}
        />
      </Cluster>
      <Cluster>
        <Button onClick={() => setOpen(true)}>Ouvrir le dialogue</Button>
        <Button
          onClick={() =>
            toast({ title: 'Virement effectué', description: 'Le solde de Camille est à jour.' })
          }
        >
          Dire un succès
        </Button>
        <Button
          onClick={() =>
            toast({
              tone: 'destructive',
              title: 'Erreur',
              description: 'Veuillez remplir tous les champs obligatoires',
            })
          }
        >
          Dire une erreur
        </Button>
      </Cluster>
      <Breadcrumb label="Fil d’Ariane" crumbs={[{ label: 'Accueil', href: '/' }, { label: 'Prêts' }]} />
      <BackLink href="/blog">Retour au blog</BackLink>
      <Cluster>
        <StatusBadge kind="waiting">En attente</StatusBadge>
        <StatusBadge kind="running">En cours</StatusBadge>
        <StatusBadge kind="done">Approuvé</StatusBadge>
        <StatusBadge kind="refused">Rejeté</StatusBadge>
        <StatusBadge kind="attention">Non payé</StatusBadge>
        <StatusBadge kind="idle">Non activé</StatusBadge>
        <Badge tone="brand">Nouveau</Badge>
        <Badge tone="accent">Exemple fictif</Badge>
        <CountBadge count={3} label="3 demandes" />
        <CountBadge count={0} label="aucune demande" />
      </Cluster>
      <Notice title="Votre compte sera bientôt actif">
        Un conseiller vérifie vos informations. Rien ne vous est demandé d’ici là.
      </Notice>
      <Notice tone="warning" title="Adresse manquante">
        Complétez votre adresse pour recevoir vos documents.
      </Notice>
      <Notice
        tone="danger"
        title="Virement refusé"
        actions={<Button size="dense">Reprendre le virement</Button>}
      >
        L’IBAN du bénéficiaire n’est pas valable. Aucun paiement ne vous sera demandé pour débloquer ce
        virement.
      </Notice>
      <Notice tone="success">Vos informations sont enregistrées.</Notice>
      <Notice tone="legal">Attention ! Un crédit coûte de l’argent et doit être remboursé.</Notice>
      <div className="grid gap-4 md:grid-cols-3">
        <LinkCard
          headingLevel="h2"
          href="/prets"
          title="Prêt personnel"
          icon={<CoinsDrawing size={72} />}
          footer="De 1 000 à 25 000 €"
        >
          Un montant, une durée, des mensualités fixes du premier au dernier mois.
        </LinkCard>
        <LinkCard
          headingLevel="h2"
          href="/prets"
          title="Prêt auto"
          icon={<CarDrawing size={72} />}
          footer="Neuf ou occasion"
        >
          Financez jusqu’à 100 % du véhicule.
        </LinkCard>
        <LinkCard
          headingLevel="h2"
          href="/prets"
          title="Regroupement de crédits"
          icon={<StreamsDrawing size={72} />}
        >
          Plusieurs crédits deviennent un seul.
        </LinkCard>
      </div>
      <Card
        title="Dernières opérations"
        ledge
        actions={<Button size="dense">Tout voir</Button>}
        footer="Mis à jour à 9 h 04"
      >
        Une carte avec en-tête, pied et rebord de guichet.
      </Card>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Demander un virement"
        description="Le montant est réservé sur votre solde disponible jusqu’à la décision."
        closeLabel="Fermer"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Annuler</Button>
            <Button
              tone="primary"
              onClick={() =>
                toast({
                  tone: 'destructive',
                  title: 'Erreur',
                  description: 'Veuillez remplir tous les champs',
                })
              }
            >
              Envoyer la demande
            </Button>
          </>
        }
      >
        <div className="form">
          <TextField label="Bénéficiaire" name="beneficiary" required />
          <TextField label="IBAN" name="iban" required hint="27 caractères pour un compte français." />
        </div>
      </Dialog>
    </Stack>
  );
}
