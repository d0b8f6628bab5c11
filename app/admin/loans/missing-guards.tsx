import { useQuery } from '@tanstack/react-query';
import type { FileGuard } from '#domain/loans/file-guards.ts';
import { query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';

/** The file of a loan, for staff with the permission to read it. */
export const useLoanFile = (loanId: string) =>
  useQuery(query.loanFile.review.queryOptions({ input: { id: loanId } }));

/**
 * What an offer would lack (LC-3, LC-41).
 * @param tabIndex 0 in a dialog: without a field, this is what makes its body scroll by keyboard.
 */
export function MissingGuards({ missing, tabIndex }: { missing: readonly FileGuard[]; tabIndex?: number }) {
  const t = useT();
  if (missing.length === 0) return <p className="cell-note">{t('admin-loans.file.complete')}</p>;
  return (
    <Notice tone="warning" title={t('admin-loans.file.missing')} tabIndex={tabIndex}>
      <ul className="file-missing">
        {missing.map((guard) => (
          <li key={guard}>{t(`loan-file.missing.${guard}`)}</li>
        ))}
      </ul>
      <p>{t('admin-loans.file.missingText')}</p>
    </Notice>
  );
}
