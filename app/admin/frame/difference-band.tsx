import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';
import { adminHref } from './sections.ts';

/**
 * The red band of every page of the staff (PAY-33, ACC-37), with the way to « Rapprochement »: while bank and books differ and nobody has
 * explained it, and while the last proof of the books failed.
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
  const sentences = [
    ...open.map(({ currency, differenceMinor }) =>
      t('admin.differenceBand', { amount: amount(differenceMinor, currency), date }),
    ),
    ...(first && failed.length > 0
      ? [
          t('admin.proofBand', {
            date: day(first.day),
            names: [...new Set(failed)].map((name) => t(`admin.${name}`)).join(', '),
          }),
        ]
      : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger" live="polite" className="difference-band">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <a href={adminHref('statements', { view: 'reconciliation' })}>{t('admin.differenceSee')}</a>
    </Notice>
  );
}
