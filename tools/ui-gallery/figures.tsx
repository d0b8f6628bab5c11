import Banknote from 'lucide-react/icons/banknote';
import Eye from 'lucide-react/icons/eye';
import { Avatar } from '../../app/ui/avatar.tsx';
import { IconButton } from '../../app/ui/button.tsx';
import { Card } from '../../app/ui/card.tsx';
import { DefinitionList } from '../../app/ui/definition-list.tsx';
import { Figure, StatCard, Trend } from '../../app/ui/figure.tsx';
import { Cluster, Stack } from '../../app/ui/layout.tsx';
import { Money } from '../../app/ui/money.tsx';
import { formatMoney } from '../../domain/money/format.ts';

const euros = (amountMinor: number, signed = false) =>
  formatMoney({ amountMinor, currency: 'EUR' }, 'fr-FR', { signed });

export function Figures() {
  return (
    <Stack gap={6}>
      <div className="stat-grid">
        <StatCard
          ledge
          label="Solde actuel"
          action={
            <IconButton label="Masquer le solde" size="dense">
              <Eye aria-hidden="true" />
            </IconButton>
          }
          note="Disponible : 3 954,13 €"
        >
          <Money text={euros(428_413)} />
        </StatCard>
        <StatCard
          label="Reçu ce mois-ci"
          icon={<Banknote aria-hidden="true" />}
          note={
            <Trend direction="up" good>
              8 % de plus qu’en octobre
            </Trend>
          }
        >
          <Money text={euros(241_050)} />
        </StatCard>
        <StatCard
          label="Envoyé ce mois-ci"
          note={<Trend direction="down">12 % de moins qu’en octobre</Trend>}
        >
          <Money text={euros(-112_999)} />
        </StatCard>
        <StatCard label="Demandes en cours" note="1 prêt, 1 virement">
          2
        </StatCard>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card ledge>
          <Stack gap={5}>
            <Figure
              label="Votre mensualité"
              size="hero"
              note="36 mensualités, assurance facultative non comprise"
            >
              <Money text={euros(29_482)} />
            </Figure>
            <DefinitionList
              look="ledger"
              items={[
                { term: 'Montant emprunté', value: <Money text={euros(1_000_000)} /> },
                { term: 'Taux débiteur fixe', value: '3,90 %' },
                { term: 'Intérêts', value: <Money text={euros(61_352)} /> },
                { term: 'Frais de dossier', value: <Money text={euros(0)} /> },
                { term: 'Montant total dû', value: <Money text={euros(1_061_352)} />, strong: true },
              ]}
            />
          </Stack>
        </Card>
        <Stack gap={5}>
          <div className="figure-row">
            <Figure label="Coût total">
              <Money text={euros(1_061_352)} />
            </Figure>
            <Figure label="TAEG fixe">3,97 %</Figure>
          </div>
          <Money text={euros(428_413)} size="hero" />
          <Money text={euros(428_413)} size="hero" masked maskedLabel="Solde masqué" />
          <Cluster>
            <Money text={euros(120_000, true)} positive size="large" />
            <Money text={euros(-4_250)} size="large" />
          </Cluster>
          <Cluster>
            <Avatar initials="CM" size="small" />
            <Avatar initials="CM" />
            <Avatar initials="CM" size="large" />
          </Cluster>
        </Stack>
      </div>
      <Card title="Mes informations">
        <DefinitionList
          items={[
            { term: 'Nom', value: 'Camille Moreau' },
            { term: 'Adresse e-mail', value: 'camille@exemple.fr' },
            { term: 'Adresse', value: '12 rue des Tanneurs, 59000 Lille' },
          ]}
        />
      </Card>
    </Stack>
  );
}
