import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';

/**
 * The last proof of a day on the first screen of the staff (ACC-37): whether it holds, and what bank, books and clients have in each currency.
 * Nothing before the first night.
 */
export function ProofLine() {
  const t = useT();
  const { amount, day } = useFormats();
  const mayRead = useMay()('reconciliation.show');
  const { data } = useQuery({ ...query.reconciliation.show.queryOptions({ input: {} }), enabled: mayRead });
  const [first] = data?.proofs ?? [];
  if (!data || !first) return null;
  const isFair = data.proofs.every((proof) => proof.isFair);
  return (
    <div className="books-proof">
      <p className="books-verdict">
        <StatusBadge kind={isFair ? 'done' : 'attention'}>
          {t(isFair ? 'admin-overview.books.proofFair' : 'admin-overview.books.proofUnfair', {
            date: day(first.day),
          })}
        </StatusBadge>
      </p>
      {data.proofs.map(({ currency, results }) => {
        const of = (name: string) => results.find((result) => result.name === name);
        const [bank, clients] = [of('proof.bank'), of('proof.clients')];
        const inCurrency = (minor: number) => amount(minor, currency);
        const shown = bank ?? clients;
        if (!shown) return null;
        const difference = inCurrency(shown.leftMinor - shown.rightMinor);
        const withClients = { clients: inCurrency(clients?.leftMinor ?? 0), difference };
        return (
          <p key={currency} className="cell-note">
            {bank
              ? t('admin-overview.books.proofOfBank', {
                  ...withClients,
                  bank: inCurrency(bank.leftMinor),
                  books: inCurrency(bank.rightMinor),
                })
              : t('admin-overview.books.proofOfClients', withClients)}
          </p>
        );
      })}
    </div>
  );
}
