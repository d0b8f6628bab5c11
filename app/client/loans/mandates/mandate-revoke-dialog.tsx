import { api } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useT } from '../../../i18n/t.ts';
import { hasAccounts } from '../../../page/institution.ts';
import { useLoanAct } from '../loan-act.ts';
import type { Mandate } from './mandate.ts';

/** Revokes a mandate, or drops one that was only prepared. */
export function MandateRevokeDialog({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  const t = useT();
  const isDraft = mandate.state === 'draft';
  const text = hasAccounts ? 'text' : 'textElsewhere';
  const { send, sending } = useLoanAct(api.mandates.revoke, {
    done: {
      title: t(isDraft ? 'client-mandates.revocation.dropped' : 'client-mandates.revocation.done'),
    },
    onClose,
  });
  return (
    <ConfirmDialog
      size="small"
      tone="danger"
      title={t(isDraft ? 'client-mandates.revocation.dropTitle' : 'client-mandates.revocation.title')}
      description={t(`client-mandates.revocation.${isDraft ? 'dropText' : text}`)}
      submit={t(isDraft ? 'client-mandates.waiting.drop' : 'client-mandates.revocation.submit')}
      submitting={t('client-mandates.revocation.submitting')}
      sending={sending}
      onConfirm={() => send({ id: mandate.id })}
      onClose={onClose}
    />
  );
}
