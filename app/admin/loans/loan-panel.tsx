import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { lazy, Suspense } from 'react';
import type * as z from 'zod/mini';
import type { examinedLoan } from '#contract/loans.ts';
import { withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { isOpenLoan, type LoanAction, propertiesOf } from '#domain/loans/phases.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DebtRatioNotice, NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RecentEvents } from '../clients/recent-events.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
import { RequestHead } from '../desk/request-head.tsx';
import { Reserved } from '../desk/reserved.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { AwaitedApproval } from '../tasks/awaited-approval.tsx';
import { Deadline } from '../tasks/deadline.tsx';
import { Follower, type Following, TakeOrRelease, useFollowing } from '../tasks/follower.tsx';
import { useCommitments } from './commitments.tsx';
import { DebtRatio, useRatioWords } from './debt-ratio.tsx';
import { LoanActions } from './loan-actions.tsx';
import { LoanContract } from './loan-contract.tsx';
import { LoanDocuments } from './loan-documents.tsx';
import { AccountOfClient, WhoAsks } from './loan-facts.tsx';
import { LoanFilePart } from './loan-file.tsx';
import { LoanPosition } from './loan-position.tsx';
import { LoanPostings } from './loan-postings.tsx';
import { LoanSchedule } from './loan-schedule.tsx';
import { useLoanSub } from './loan-sub.ts';
import { debtRatioOf, loanLooks, type ReviewedLoan } from './loan-words.ts';
import { LoanMeasures } from './measures/loan-measures.tsx';
import { LoanRecovery } from './recovery/loan-recovery.tsx';

/** Of a house that does not lend (LC-6), with its words. */
const LoanTransmission = lazy(async () => {
  const [file] = await Promise.all([
    import('./transmission/loan-transmission.tsx'),
    needCatalogues(['admin-transmission']),
  ]);
  return file;
});

/** Where the documents stand in the panel. */
const DOCUMENTS_ID = 'loan-documents';

/** « Pièces »: brings the documents of the panel into view, with the focus. */
function showDocuments() {
  const heading = document.getElementById(DOCUMENTS_ID);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** One request with its client's situation, and the decision. */
export function LoanPanel({
  id,
  deciding,
  onAct,
  onClose,
}: {
  id: string;
  deciding: string | null;
  onAct: (loan: ReviewedLoan, action: LoanAction) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const read = useQuery(query.loans.reviewOne.queryOptions({ input: { id } }));
  const may = useMay();
  const following = useFollowing('loan', id, read.data?.loan.followedBy ?? null);
  return (
    <ReadPanel
      id={id}
      kind={t('admin-loans.one')}
      read={read}
      rows={8}
      title={({ loan }) => loan.client.displayName}
      onClose={onClose}
      opensNext={may('loans.decide.approve') || may('loans.decide.reject')}
      actions={({ loan }) => (
        <span className="panel-acts">
          <LoanActions
            loan={loan}
            place="detail"
            isBusy={deciding === loan.id}
            onAct={(action) => onAct(loan, action)}
          />
          <RowActions>
            {may('loanDocuments.review') ? (
              <Button size="dense" tone="quiet" onClick={showDocuments}>
                {t('admin-loans.showDocuments')}
              </Button>
            ) : null}
            <TakeOrRelease following={following} />
          </RowActions>
        </span>
      )}
    >
      {({ loan }) => <LoanDetail loan={loan} following={following} />}
    </ReadPanel>
  );
}

/** The debt ratio against the policy of the house, in words; nothing of a request that a lender decides by its own (LC-6). */
function RatioInWords({ loan, ratio }: { loan: ReviewedLoan; ratio: ReturnType<typeof debtRatioOf> }) {
  const { t } = useWords();
  const inWords = useRatioWords();
  const { debtRatioPolicyBps: policyBps } = loan;
  if (loan.intermediation) return null;
  return (
    <>
      {ratio === undefined ? null : (
        <p className="cell-note">
          {t(
            withinDebtRatioPolicy(ratio, policyBps) ? 'admin-loans.withinPolicy' : 'admin-loans.abovePolicy',
            { policy: inWords(policyBps) },
          )}
        </p>
      )}
      <DebtRatioNotice />
    </>
  );
}

/** What the client has, owes and could pay, against the policy of the house. */
function Situation({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  const { currency, debtRatioPolicyBps: policyBps } = loan;
  const commitments = useCommitments(loan);
  const ratio = debtRatioOf(loan);
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.situation')}</h3>
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('admin-loans.income'),
            value:
              loan.monthlyIncomeMinor === null ? (
                <Reserved />
              ) : (
                <Amount minor={loan.monthlyIncomeMinor} currency={currency} />
              ),
          },
          ...commitments,
          ...(loan.intermediation
            ? []
            : [
                {
                  term: t('admin-loans.instalment'),
                  value: <Amount minor={loan.instalmentMinor} currency={currency} />,
                },
                {
                  term: t('admin-loans.debtRatio'),
                  value: <DebtRatio bps={ratio} policyBps={policyBps} />,
                  strong: true,
                },
              ]),
        ]}
      />
      <RatioInWords loan={loan} ratio={ratio} />
    </section>
  );
}

/** What was asked for, and when; until when it is answered. */
function Requested({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  const { moment, rate } = useFormats();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.request')}</h3>
      <DefinitionList
        items={[
          ...(loan.product
            ? [{ term: t('admin-loans.product'), value: t(`admin-loans.products.${loan.product}`) }]
            : []),
          {
            term: t('admin-loans.duration'),
            value: t('admin-loans.inMonths', { count: loan.durationMonths }),
          },
          { term: t('admin-loans.purpose'), value: loan.purpose },
          // A lender fixes its own price (LC-6).
          ...(loan.intermediation
            ? []
            : [
                { term: t('admin-loans.schedule.nominalRate'), value: rate(loan.annualRateBps) },
                {
                  term: t('admin-loans.instalment'),
                  value: <Amount minor={loan.instalmentMinor} currency={loan.currency} />,
                },
              ]),
          { term: t('admin-loans.askedOn'), value: moment(loan.createdAt) },
          ...(loan.dueAt && isOpenLoan(loan.phase)
            ? [
                {
                  term: t('admin-loans.answerBy'),
                  value: <Deadline since={loan.createdAt} dueAt={loan.dueAt} />,
                },
              ]
            : []),
          {
            term: t('admin-loans.documents'),
            value: loan.documentsUrl ? (
              <a
                className="outside-link"
                href={loan.documentsUrl}
                target="_blank"
                rel="noreferrer noopener nofollow"
              >
                {new URL(loan.documentsUrl).hostname}
                <ExternalLink aria-hidden="true" />
                <span className="visually-hidden">{t('admin.newWindow')}</span>
              </a>
            ) : (
              t('admin.none')
            ),
          },
        ]}
      />
    </section>
  );
}

/** Of a loan of the house: every instalment, and what stands in the books. */
function ScheduleAndPostings({ loan }: { loan: ReviewedLoan }) {
  const { t } = useWords();
  return (
    <>
      <section className="desk-panel-part">
        <h3>{t('admin-loans.schedule.title')}</h3>
        <LoanSchedule loan={loan} />
      </section>
      <LoanPostings loan={loan} />
    </>
  );
}

function LoanDetail({ loan, following }: { loan: z.infer<typeof examinedLoan>; following: Following }) {
  const { t, tKey } = useWords();
  const may = useMay();
  const { stage } = propertiesOf(loan.phase);
  const sub = useLoanSub()(loan);
  const servicing = (
    <>
      <LoanPosition loan={loan} />
      <LoanRecovery loan={loan} />
      <LoanMeasures loan={loan} />
    </>
  );
  const documents = may('loanDocuments.review') ? (
    <section className="desk-panel-part">
      <h3 id={DOCUMENTS_ID} tabIndex={-1} className="panel-target">
        {t('admin-loans.files.title')}
      </h3>
      <LoanDocuments loan={loan} isWorkable={stage === 'request' || stage === 'contract'} />
    </section>
  ) : null;
  return (
    <>
      <RequestHead
        request={loan}
        kind={loanLooks[loan.status]}
        state={t(`admin-loans.status.${loan.status}`)}
        // Its reason stands below in full.
        sub={loan.reasonCode ? null : sub}
        inEuro={t('admin-loans.inEuro')}
        // An intermediary decides nothing: who worked on it last.
        decidedBy={t(`admin-loans.decidedBy.${loan.intermediation ? 'pending' : loan.status}`, {
          name: loan.decision.by ?? t('admin.someone'),
        })}
      />
      {loan.reasonCode ? (
        <Notice tone="danger" title={t('admin.reason')}>
          <p>{tKey(`loan-reasons.reasons.${loan.reasonCode}`)}</p>
          {loan.reasonNote ? <p>{loan.reasonNote}</p> : null}
        </Notice>
      ) : null}

      <AwaitedApproval since={loan.approvalSince} />
      <Follower kind="loan" id={loan.id} followedBy={loan.followedBy} above={following} />

      {/* Of a loan that runs, how it is repaid comes first; of a request, its contract and file. */}
      {stage === 'loan' ? servicing : null}

      {loan.transmission ? (
        <Suspense>
          <LoanTransmission loan={loan} transmission={loan.transmission} />
        </Suspense>
      ) : may('loanOffers.review') ? (
        <LoanContract loan={loan} />
      ) : null}

      <WhoAsks loan={loan} />

      <Requested loan={loan} />

      <Situation loan={loan} />

      {may('loanFile.review') ? (
        <LoanFilePart loan={loan} documents={documents} isDecidedHere={loan.transmission === null} />
      ) : (
        documents
      )}

      <AccountOfClient loan={loan} />

      {stage === 'loan' ? null : servicing}
      {loan.intermediation ? null : <ScheduleAndPostings loan={loan} />}

      <RecentEvents accountId={loan.client.accountId} />
      {loan.paidOutAt ? null : <NoPaymentBeforeLoan />}
    </>
  );
}
