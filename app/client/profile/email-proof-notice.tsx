import { useMutation } from '@tanstack/react-query';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Overview } from '../accounts/overview.ts';

/** Asks for the proof of the e-mail address, until it is given: so long few mails go there (decision 0020). */
export function EmailProofNotice({ overview }: { overview: Overview }) {
  const t = useT();
  const showProblem = useProblemToast();
  const email = overview.profile.emailToProve;
  const resend = useMutation({
    ...query.profile.resendEmailProof.mutationOptions(),
    onSuccess: () =>
      toast({ title: t('client.emailProof.sent'), description: t('client.emailProof.sentText') }),
    onError: (error) => showProblem(asProblem(error)),
  });
  if (email === null) return null;
  return (
    <Notice
      tone="info"
      title={t('client.emailProof.title')}
      actions={
        <Button
          size="dense"
          loading={resend.isPending}
          loadingText={t('client.emailProof.sending')}
          onClick={() => resend.mutate({})}
        >
          {t('client.emailProof.resend')}
        </Button>
      }
    >
      {t('client.emailProof.text', { email })}
    </Notice>
  );
}
