import { api } from '../../api/client.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Overview } from '../accounts/overview.ts';

/** Asks the client to confirm the e-mail address; until then only few mails are sent there (decision 0020). */
export function EmailProofNotice({ overview }: { overview: Overview }) {
  const t = useT();
  const showProblem = useProblemToast();
  const email = overview.profile.emailToProve;
  const { send, isSending } = useSubmission(api.profile.resendEmailProof, {
    onSuccess: () =>
      toast({ title: t('client.emailProof.sent'), description: t('client.emailProof.sentText') }),
    onProblem: (problem) => showProblem(problem),
  });
  if (email === null) return null;
  return (
    <Notice
      tone="info"
      title={t('client.emailProof.title')}
      actions={
        <Button
          size="dense"
          loading={isSending}
          loadingText={t('client.emailProof.sending')}
          onClick={() => send({})}
        >
          {t('client.emailProof.resend')}
        </Button>
      }
    >
      {t('client.emailProof.text', { email })}
    </Notice>
  );
}
