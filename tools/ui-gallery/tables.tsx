import { StatusBadge } from '../../app/ui/badge.tsx';
import { Card } from '../../app/ui/card.tsx';
import { Stack } from '../../app/ui/layout.tsx';
import { Money } from '../../app/ui/money.tsx';
import { LoadMore, Pagination } from '../../app/ui/pagination.tsx';
import { Table } from '../../app/ui/table.tsx';
import { formatMoney } from '../../domain/money/format.ts';

const rows = [
  {
    id: 1,
    what: 'Virement de Camille Moreau',
    date: '20 nov. 2026',
    reference: 'VR-2026-00117',
    minor: 120_000,
  },
  { id: 2, what: 'Carte, boulangerie', date: '19 nov. 2026', reference: 'CB-2026-00441', minor: -1_240 },
  {
    id: 3,
    what: 'Prêt personnel, 36 mois',
    date: '17 nov. 2026',
    reference: 'PR-2026-00012',
    minor: 1_000_000,
  },
];

export function Tables() {
  return (
    <Stack gap={6}>
      <Card title="Dernières opérations" flush>
        <Table
          caption="Dernières opérations"
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            { key: 'what', header: 'Libellé', cell: (row) => row.what, rowHeader: true },
            { key: 'date', header: 'Date', cell: (row) => row.date },
            { key: 'ref', header: 'Référence', cell: (row) => row.reference },
            { key: 'state', header: 'État', cell: () => <StatusBadge kind="done">Exécuté</StatusBadge> },
            {
              key: 'amount',
              header: 'Montant',
              numeric: true,
              cell: (row) => (
                <Money
                  positive={row.minor > 0}
                  text={formatMoney({ amountMinor: row.minor, currency: 'EUR' }, 'fr-FR', { signed: true })}
                />
              ),
            },
          ]}
        />
      </Card>
      <Pagination
        label="Pages"
        position="1 à 20 sur 312"
        previousLabel="Page précédente"
        nextLabel="Page suivante"
        onNext={() => {}}
      />
      <LoadMore
        label="Voir plus d’opérations"
        loadingText="Chargement…"
        endText="Vous avez tout vu."
        hasMore
        onLoad={() => {}}
      />
      <Table
        caption="Tableau d’amortissement, par an"
        showCaption
        stack={false}
        rows={[1, 2, 3]}
        rowKey={(year) => year}
        columns={[
          { key: 'y', header: 'Année', cell: (year) => year, rowHeader: true },
          { key: 'c', header: 'Capital', numeric: true, cell: () => '3 206,12 €' },
          { key: 'i', header: 'Intérêts', numeric: true, cell: () => '331,72 €' },
          { key: 'r', header: 'Reste dû', numeric: true, cell: () => '6 793,88 €' },
        ]}
        footer={
          <tr>
            <th scope="row">Total</th>
            <td data-numeric className="tabular">
              10 000,00 €
            </td>
            <td data-numeric className="tabular">
              613,52 €
            </td>
            <td />
          </tr>
        }
      />
    </Stack>
  );
}
