import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';

/**
 * The red bands of every page of the staff (PAY-33, ACC-37): while bank and books differ and nobody has explained it, and while the last proof of the
 * books failed.
 */
export function DifferenceBand() {
  const t = useT();
  const { amount, day } = useFormats();
  const mayRead = useMay()('reconciliation.show');
  const proof = useQuery({ ...query.reconciliation.show.queryOptions({ input: {} }), enabled: mayRead });
  if (!proof.data) return null;
  const open = proof.data.currencies.filter(
    ({ isKept, differenceMinor, isExplained }) => isKept && differenceMinor !== 0 && !isExplained,
  );
  const date = day(proof.data.day);
  // What bank and books differ by is said as it is now, not as the night found it.
  const failed = proof.data.proofs.flatMap(({ results }) =>
    results.flatMap(({ name, isProved }) => (isProved || name === 'proof.bank' ? [] : [name])),
  );
  const [first] = proof.data.proofs;
  return (
    <>
      {open.map(({ currency, differenceMinor }) => (
        <Notice key={currency} tone="danger" live="polite">
          {t('admin.differenceBand', { amount: amount(differenceMinor, currency), date })}
        </Notice>
      ))}
      {first && failed.length > 0 ? (
        <Notice tone="danger" live="polite">
          {t('admin.proofBand', {
            date: day(first.day),
            names: [...new Set(failed)].map((name) => t(`admin.${name}`)).join(', '),
          })}
        </Notice>
      ) : null}
    </>
  );
}
