import Building from 'lucide-react/icons/building';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { StatusBadge } from '../../app/ui/badge.tsx';
import { Button, IconButton } from '../../app/ui/button.tsx';
import { Card } from '../../app/ui/card.tsx';
import { useCommandKey } from '../../app/ui/command-key.ts';
import {
  BulkBar,
  DataCell,
  DataRow,
  DataTable,
  RowLink,
  SelectBox,
  SortHeader,
} from '../../app/ui/data-table.tsx';
import { Cluster, Stack } from '../../app/ui/layout.tsx';
import { ComboBox } from '../../app/ui/rich/combo-box.tsx';
import { CommandPalette } from '../../app/ui/rich/command-palette.tsx';
import { DatePicker, DateRangePicker, type DayRange } from '../../app/ui/rich/date-picker.tsx';
import { Menu } from '../../app/ui/rich/menu.tsx';
import { ModalDialog } from '../../app/ui/rich/modal.tsx';
import { Tooltip } from '../../app/ui/rich/tooltip.tsx';
import { Switch } from '../../app/ui/switch.tsx';
import { toast } from '../../app/ui/toasts.ts';

const countries = [
  { id: 'FR', label: 'France', detail: 'EUR' },
  { id: 'GP', label: 'Guadeloupe', detail: 'EUR' },
  { id: 'CH', label: 'Suisse', detail: 'CHF' },
  { id: 'JP', label: 'Japon', detail: 'JPY' },
];

const loans = [
  { id: 1, name: 'Camille Moreau', amount: '10 000,00 €', kind: 'waiting', state: 'En attente' },
  { id: 2, name: 'Nadia Benali', amount: '4 500,00 €', kind: 'running', state: 'En cours' },
  { id: 3, name: 'Hugo Lefort', amount: '22 000,00 €', kind: 'done', state: 'Approuvé' },
] as const;

function Pickers() {
  const [country, setCountry] = useState<string | null>('FR');
  const [day, setDay] = useState<string | null>('1988-04-12');
  const [range, setRange] = useState<DayRange | null>({ start: '2026-11-01', end: '2026-11-20' });
  return (
    <div className="form-row">
      <ComboBox
        label="Pays de résidence"
        name="country"
        required
        hint="Tapez les premières lettres."
        options={countries}
        value={country}
        onChange={setCountry}
        emptyText="Aucun pays ne correspond."
      />
      <DatePicker
        label="Date de naissance"
        name="dateOfBirth"
        value={day}
        onChange={setDay}
        error="Vous devez avoir 18 ans."
      />
      <DateRangePicker label="Période" value={range} onChange={setRange} />
    </div>
  );
}

function Actions({ onModal, onPalette }: { onModal: () => void; onPalette: () => void }) {
  return (
    <Cluster>
      <Menu
        label="Actions pour Camille Moreau"
        trigger={<MoreHorizontal aria-hidden="true" />}
        iconOnly
        tone="secondary"
        groups={[
          {
            key: 'a',
            items: [
              { key: 'iban', label: 'Gérer l’IBAN', icon: <Building aria-hidden="true" /> },
              { key: 'credit', label: 'Faire un virement' },
            ],
          },
          {
            key: 'b',
            items: [
              { key: 'delete', label: 'Supprimer', tone: 'danger', icon: <Trash aria-hidden="true" /> },
            ],
          },
        ]}
      />
      <Button onClick={onModal}>Fenêtre avec calendrier</Button>
      <Button onClick={onPalette}>Palette</Button>
      <Tooltip text="Le solde moins les virements en cours.">
        <button type="button" className="btn" data-size="dense">
          Disponible
        </button>
      </Tooltip>
    </Cluster>
  );
}

function LoanTable() {
  const [selected, setSelected] = useState<readonly number[]>([2]);
  const [sort, setSort] = useState<'ascending' | 'descending'>('descending');
  return (
    <div data-density="dense">
      <Card title="Demandes de prêt" flush>
        <DataTable caption="Demandes de prêt">
          <thead>
            <tr>
              <th scope="col">
                <SelectBox
                  label="Tout sélectionner"
                  some={selected.length > 0 && selected.length < 3}
                  checked={selected.length === 3}
                  onChange={() => setSelected(selected.length === 3 ? [] : [1, 2, 3])}
                />
              </th>
              <SortHeader>Client</SortHeader>
              <SortHeader onSort={() => {}}>État</SortHeader>
              <SortHeader
                numeric
                direction={sort}
                onSort={() => setSort(sort === 'ascending' ? 'descending' : 'ascending')}
              >
                Montant
              </SortHeader>
            </tr>
          </thead>
          <tbody>
            {loans.map((row) => (
              <DataRow key={row.id} selected={selected.includes(row.id)}>
                <DataCell>
                  <SelectBox
                    label={`Sélectionner ${row.name}`}
                    checked={selected.includes(row.id)}
                    onChange={() =>
                      setSelected(
                        selected.includes(row.id)
                          ? selected.filter((id) => id !== row.id)
                          : [...selected, row.id],
                      )
                    }
                  />
                </DataCell>
                <DataCell rowHeader>
                  <RowLink onClick={() => toast({ title: row.name })}>{row.name}</RowLink>
                </DataCell>
                <DataCell label="État">
                  <StatusBadge kind={row.kind}>{row.state}</StatusBadge>
                </DataCell>
                <DataCell label="Montant" numeric>
                  {row.amount}
                </DataCell>
              </DataRow>
            ))}
          </tbody>
        </DataTable>
      </Card>
      <BulkBar summary={`${selected.length} demande sélectionnée`}>
        <Button size="dense" tone="primary">
          Passer en cours
        </Button>
        <IconButton size="dense" label="Effacer la sélection">
          <Trash aria-hidden="true" />
        </IconButton>
      </BulkBar>
    </div>
  );
}

function StatementModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [country, setCountry] = useState<string | null>('FR');
  const [range, setRange] = useState<DayRange | null>({ start: '2026-11-01', end: '2026-11-20' });
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title="Relevé de compte"
      description="Choisissez une période."
      closeLabel="Fermer"
      footer={<Button tone="primary">Télécharger</Button>}
    >
      <div className="form">
        <DateRangePicker label="Période du relevé" value={range} onChange={setRange} />
        <ComboBox label="Pays" options={countries} value={country} onChange={setCountry} emptyText="Aucun" />
      </div>
    </ModalDialog>
  );
}

function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      label="Chercher ou faire"
      placeholder="Un client, une référence, une action…"
      emptyText="Rien ne correspond."
      groups={[
        {
          key: 'go',
          title: 'Aller à',
          items: [
            {
              key: 'clients',
              label: 'Clients',
              shortcut: ['G', 'C'],
              onAction: () => {},
              icon: <Building aria-hidden="true" />,
            },
            { key: 'loans', label: 'Demandes de prêt', shortcut: ['G', 'P'], onAction: () => {} },
          ],
        },
        {
          key: 'clients',
          title: 'Clients',
          items: [
            {
              key: 'c1',
              label: 'Camille Moreau',
              detail: 'FR76 … 0189',
              keywords: 'camille@exemple.fr',
              onAction: () => {},
            },
          ],
        },
      ]}
      footer={<span>Entrée pour ouvrir</span>}
    />
  );
}

export function Rich() {
  const [modal, setModal] = useState(false);
  const [palette, setPalette] = useState(false);
  useCommandKey('k', () => setPalette(true));
  return (
    <I18nProvider locale="fr-FR">
      <Stack gap={6}>
        <Pickers />
        <Actions onModal={() => setModal(true)} onPalette={() => setPalette(true)} />
        <Card>
          <Switch label="Recevoir un e-mail à chaque opération" defaultChecked />
          <Switch label="Raccourcis clavier" hint="J, K, Entrée, A, R." />
        </Card>
        <LoanTable />
      </Stack>
      <StatementModal open={modal} onClose={() => setModal(false)} />
      <Palette open={palette} onOpenChange={setPalette} />
    </I18nProvider>
  );
}
