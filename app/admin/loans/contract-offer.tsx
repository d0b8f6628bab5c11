import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FileGuard, MIN_REASON_LENGTH } from '#domain/loans/file-guards.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useWords } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toasts.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { ReviewedFile } from './loan-file-basis.tsx';
import type { ReviewedLoan } from './loan-words.ts';

const isOfReason = (guard: FileGuard) => guard === 'policy-reason' || guard === 'ficp-reason';

/**
 * Whether a written reason is asked for (LC-21, LC-22). Who is no agent of the file does not know what the FICP said, and may give one wherever it was
 * consulted.
 */
function reasonIsAsked(file: ReviewedFile | undefined): boolean {
  if (!file) return false;
  return file.missing.some(isOfReason) || (!file.isAgent && file.consultations.length > 0);
}

/**
 * « Émettre l'offre de contrat » in the dialog of the approval: what is missing stands above it. In a demonstration it blocks nothing (LC-3); in a
 * live institution the button waits until nothing is missing (LC-39).
 */
// Longer than 70 lines: it is one offer, its guards and its sending.
export function IssueOffer({
  loan,
  file,
  onIssued,
}: {
  loan: ReviewedLoan;
  /** Undefined while it is read, and for a reader who may not see it. */
  file: ReviewedFile | undefined;
  onIssued: () => void;
}) {
  const { t, tKey } = useWords();
  const may = useMay();
  const showProblem = useProblemToast();
  const [reason, setReason] = useState('');
  const { data } = useQuery(query.loanOffers.review.queryOptions({ input: { id: loan.id } }));
  const { send, sending } = useSubmission(api.loanOffers.issue, {
    onSuccess: () => {
      void refresh(['loans', 'clients']);
      toast({ title: t('admin-loans.contract.issued') });
      onIssued();
    },
    onProblem: (problem) => {
      void refresh(['loans']);
      showProblem(problem, { title: t('admin-loans.contract.notIssued') });
    },
  });
  const isIssuable = may('loanOffers.issue') && data !== undefined;
  const propose = useProposeWord(
    'loanOffers.issue',
    isIssuable ? { id: loan.id, seenPhase: loan.phase } : null,
  );
  if (!isIssuable) return null;
  const { missing, usury } = data;
  // The file's own guards stand above, one by one.
  const besidesFile = missing.filter(({ code }) => code !== 'file.incomplete');
  const isReason = reason.trim().length >= MIN_REASON_LENGTH;
  const asksReason = reasonIsAsked(file);
  const isIncomplete = file
    ? file.missing.some((guard) => !isOfReason(guard)) || (file.missing.some(isOfReason) && !isReason)
    : missing.length > besidesFile.length;
  const isBlocked = !isDemo && (besidesFile.length > 0 || isIncomplete);
  return (
    <section className="desk-panel-part">
      {besidesFile.length > 0 ? (
        <Notice
          tone="warning"
          title={t(isDemo ? 'admin-loans.contract.missingLive' : 'admin-loans.contract.missing')}
        >
          <ul>
            {besidesFile.map(({ code }) => (
              <li key={code}>{tKey(`errors.${code}.title`)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {usury.isLoaded ? null : <p className="cell-note">{t('admin-loans.contract.quarterNotLoaded')}</p>}
      {asksReason ? (
        <TextArea
          label={t('admin-loans.contract.reason')}
          hint={t('admin-loans.contract.reasonHint')}
          name="policyReason"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <div>
        <Button
          tone={isDemo ? 'secondary' : 'primary'}
          disabled={isBlocked}
          loading={sending.isSending}
          onClick={() =>
            send({
              id: loan.id,
              seenPhase: loan.phase,
              ...(isReason ? { policyReason: reason.trim(), ficpReason: reason.trim() } : {}),
            })
          }
        >
          {propose ?? t('admin-loans.contract.issue')}
        </Button>
      </div>
    </section>
  );
}
