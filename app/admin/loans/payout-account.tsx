import { formatIban } from '#domain/accounts/iban.ts';
import { cameBack, statusOfPhase } from '#domain/withdrawals/phases.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toasts.ts';
import type { ReviewedLoan } from './loan-words.ts';

type Payout = NonNullable<
  NonNullable<Awaited<ReturnType<typeof api.loanOffers.review>>['contract']>['payout']
>;
type Account = NonNullable<Payout['account']>;

/** The holder was not recognised by the check: somebody compares the details of the account with the borrower's identity. */
function Verification({ loan, account }: { loan: ReviewedLoan; account: Account }) {
  const { t } = useWords();
  const may = useMay();
  const showProblem = useProblemToast();
  const { send, sending } = useSubmission(api.loanOffers.verifyPayoutAccount, {
    onSuccess: () => {
      void refresh(['loans', 'withdrawals']);
      toast({ title: t('admin-loans.contract.payout.verified') });
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      showProblem(problem);
    },
  });
  return (
    <Notice
      tone="warning"
      title={t('admin-loans.contract.payout.waits')}
      actions={
        may('loanOffers.verifyPayoutAccount') ? (
          <Button
            size="dense"
            tone="primary"
            loading={sending.isSending}
            onClick={() => send({ id: loan.id, iban: account.iban })}
          >
            {t('admin-loans.contract.payout.verify')}
          </Button>
        ) : undefined
      }
    >
      {t('admin-loans.contract.payout.waitsText')}
    </Notice>
  );
}

/** The account at another bank that a finance company pays the loan out to (LC-6), and its transfer. */
export function PayoutAccount({ loan, payout }: { loan: ReviewedLoan; payout: Payout }) {
  const { t } = useWords();
  const format = useFormats();
  const { account, transfer, canChange } = payout;
  const isBack = transfer !== null && cameBack(transfer.phase);
  return (
    <div className="stack">
      {payout.isAsked ? (
        <Notice
          tone="warning"
          title={t(isBack ? 'admin-loans.contract.payout.back' : 'admin-loans.contract.payout.missing')}
        >
          {t(isBack ? 'admin-loans.contract.payout.backText' : 'admin-loans.contract.payout.missingText')}
        </Notice>
      ) : null}
      {account && !account.isVerified && canChange ? <Verification loan={loan} account={account} /> : null}
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('admin-loans.contract.payout.account'),
            value: account ? (
              <>
                <span className="iban tabular">{formatIban(account.iban)}</span>
                <span className="cell-note">
                  {account.bankName}, {t(`admin-loans.contract.payout.checks.${account.check}`)}
                  {account.isVerified ? `, ${t('admin-loans.contract.payout.own')}` : ''}
                </span>
              </>
            ) : (
              t('admin-loans.contract.payout.none')
            ),
          },
          ...(transfer
            ? [
                {
                  term: t('admin-loans.contract.payout.transfer'),
                  value: `${format.amount(transfer.amountMinor, loan.currency)} · ${t(
                    `admin-withdrawals.status.${statusOfPhase(transfer.phase)}`,
                  )}`,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
