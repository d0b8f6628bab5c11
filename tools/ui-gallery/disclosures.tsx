import { useState } from 'react';
import { Accordion, Disclosure } from '../../app/ui/accordion.tsx';
import { CountBadge } from '../../app/ui/badge.tsx';
import { Button } from '../../app/ui/button.tsx';
import { Card } from '../../app/ui/card.tsx';
import { Carousel } from '../../app/ui/carousel.tsx';
import { EnvelopeDrawing } from '../../app/ui/drawings/envelope.tsx';
import { ReceiptDrawing } from '../../app/ui/drawings/receipt.tsx';
import { Stack } from '../../app/ui/layout.tsx';
import { MenuList, Popover } from '../../app/ui/popover.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonList } from '../../app/ui/states.tsx';
import { Stepper } from '../../app/ui/stepper.tsx';
import { TabLinks, Tabs } from '../../app/ui/tabs.tsx';

export function Disclosures() {
  const [tab, setTab] = useState('login');
  return (
    <Stack gap={6}>
      <Stepper
        label="Ouverture du compte"
        current={1}
        doneLabel="(terminé)"
        steps={[
          { key: 'a', title: 'Vos informations' },
          { key: 'b', title: 'Votre compte' },
          { key: 'c', title: 'Votre espace' },
        ]}
      />
      <Tabs
        label="Espace client"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { key: 'login', label: 'Connexion', panel: <p>Se connecter à son espace.</p> },
          { key: 'signup', label: 'Inscription', panel: <p>Ouvrir un compte.</p> },
        ]}
      />
      <TabLinks
        label="Administration"
        current="/loans"
        links={[
          { href: '/dashboard', label: 'Tableau de bord' },
          { href: '/clients', label: 'Clients', count: <CountBadge count={42} label="42 clients" /> },
          { href: '/loans', label: 'Prêts', count: <CountBadge count={3} label="3 demandes" /> },
          { href: '/fees', label: 'Frais', count: <CountBadge count={0} label="aucun" /> },
        ]}
      />
      <Accordion
        headingLevel="h2"
        defaultOpen={1}
        items={[
          {
            title: 'Qui peut demander un prêt ?',
            content: <p>Toute personne majeure qui réside en France.</p>,
          },
          {
            title: 'Combien de temps faut-il pour recevoir les fonds ?',
            content: (
              <p>Les fonds sont versés deux à cinq jours ouvrés après la fin du délai de rétractation.</p>
            ),
          },
          { title: 'Mes données sont-elles protégées ?', content: <p>Oui.</p> },
        ]}
      />
      <Disclosure title="Voir le tableau d’amortissement">Le tableau.</Disclosure>
      <Carousel
        label="Témoignages"
        roleDescription="carrousel"
        slideRoleDescription="témoignage"
        previousLabel="Témoignage précédent"
        nextLabel="Témoignage suivant"
        pauseLabel="Arrêter le défilement"
        playLabel="Reprendre le défilement"
        slides={['Clair du début à la fin.', 'Un conseiller qui répond.', 'Aucune surprise.'].map(
          (text, index) => ({
            key: text,
            label: `Témoignage ${index + 1} sur 3`,
            content: <p className="text-2xl font-medium">« {text} »</p>,
          }),
        )}
      />
      <Stepper
        look="list"
        label="Comment se déroule un virement"
        steps={[
          { key: '1', title: 'Simulation', description: 'Vous indiquez le montant et le bénéficiaire.' },
          { key: '2', title: 'Validation', description: 'Nos équipes vérifient la demande sous 24 heures.' },
          { key: '3', title: 'Exécution', description: 'Le virement apparaît dans l’historique.' },
        ]}
      />
      <Popover
        label="Nous écrire"
        panelLabel="Nous écrire"
        button={{ tone: 'primary' }}
        placement="top-start"
      >
        <MenuList>
          <li>
            <a className="menu-item" href="mailto:a@exemple.fr">
              Par e-mail
            </a>
          </li>
          <li>
            <button type="button" className="menu-item">
              Par messagerie
            </button>
          </li>
        </MenuList>
      </Popover>
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <EmptyState
            headingLevel="h2"
            drawing={<ReceiptDrawing />}
            title="Vos opérations apparaîtront ici"
            action={<Button tone="primary">Faire un virement</Button>}
          >
            Dès qu’une somme entre ou sort, elle s’inscrit ici avec sa date et sa référence.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            headingLevel="h2"
            drawing={<EnvelopeDrawing />}
            title="La liste n’a pas pu être chargée"
            retryLabel="Réessayer"
            onRetry={() => {}}
            reference="Référence à citer : 7F3A-22"
          >
            La connexion a été interrompue. Rien n’est perdu : vos demandes sont enregistrées.
          </ErrorState>
        </Card>
        <Card title="Dernières opérations">
          <SkeletonList label="Chargement" rows={3} />
        </Card>
        <Card>
          <Stack>
            <Skeleton shape="title" />
            <Skeleton shape="figure" />
            <Skeleton shape="block" />
          </Stack>
        </Card>
      </div>
    </Stack>
  );
}
