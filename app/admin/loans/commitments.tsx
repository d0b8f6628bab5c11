import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import type { Definition } from '../../ui/definition-list.tsx';
import type { ReviewedLoan } from './loan-words.ts';

/** The monthly instalments of the client's other loans and of their other open requests: count and sum. */
export function useCommitments({ client, currency }: ReviewedLoan): Definition[] {
  const t = useT();
  const { commitments } = client;
  return [
    {
      term:
        commitments.runningLoans === 0
          ? t('admin-loans.noOtherLoan')
          : t('admin-loans.otherLoans', { count: commitments.runningLoans }),
      value: <Amount minor={commitments.runningInstalmentsMinor} currency={currency} />,
    },
    ...(commitments.openRequests === 0
      ? []
      : [
          {
            term: t('admin-loans.openRequests', { count: commitments.openRequests }),
            value: <Amount minor={commitments.openInstalmentsMinor} currency={currency} />,
          },
        ]),
  ];
}
