import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';

/** What may still be sent today, said before an amount is typed (PAY-56); nothing without a limit. */
export function TransferLimitNote() {
  const t = useT();
  const format = useFormats();
  const { data } = useQuery(query.transferLimits.show.queryOptions());
  const limits = data?.transferLimits;
  if (!limits || limits.leftMinor === null) return null;
  return (
    <p className="section-note">
      {t('client-transfers.limits.left', { amount: format.amount(limits.leftMinor, limits.currency) })}
    </p>
  );
}
