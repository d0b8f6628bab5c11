import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { useFormAct } from '../desk/dialog-act.ts';
import type { Mandate } from './mandate-words.ts';

const schema = z.object({ reason: requiredText(200) });

/** Suspends a mandate or lets it go on, with the reason that the audit trail keeps. */
export function SuspensionDialog({
  mandate,
  action,
  onClose,
}: {
  mandate: Mandate;
  action: 'suspend' | 'resume';
  onClose: () => void;
}) {
  const t = useT();
  const form = useScreenForm({
    initial: { reason: '' },
    schema,
    labels: { reason: t('direct-debits.reason') },
  });
  const { send, sending } = useFormAct(form, api.mandates[action], {
    say: (done) => done(`direct-debits.${action}.done`, mandate.reference),
    rereads: ['mandates'],
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      size="small"
      title={t(`direct-debits.${action}.title`, { name: mandate.displayName })}
      description={t(`direct-debits.${action}.text`)}
      form={form}
      summaryTitle={t('direct-debits.checkForm')}
      submit={t(`direct-debits.${action}.button`)}
      submitting={t('direct-debits.sending')}
      tone={action === 'suspend' ? 'danger' : 'primary'}
      sending={sending}
      onSend={({ reason }: z.infer<typeof schema>) => send({ id: mandate.id, reason })}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} label={t('direct-debits.reason')} required data-autofocus />
    </FormDialog>
  );
}
