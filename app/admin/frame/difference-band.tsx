import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';

/** The red band of every page of the staff while bank and books differ and nobody has explained it (PAY-33). */
export function DifferenceBand() {
  const t = useT();
  const { amount, day } = useFormats();
  const mayRead = useMay()('reconciliation.show');
  const proof = useQuery({ ...query.reconciliation.show.queryOptions({ input: {} }), enabled: mayRead });
  const open = (proof.data?.currencies ?? []).filter(
    ({ isKept, differenceMinor, isExplained }) => isKept && differenceMinor !== 0 && !isExplained,
  );
  if (!proof.data || open.length === 0) return null;
  const date = day(proof.data.day);
  return open.map(({ currency, differenceMinor }) => (
    <Notice key={currency} tone="danger" live="polite">
      {t('admin.differenceBand', { amount: amount(differenceMinor, currency), date })}
    </Notice>
  ));
}
