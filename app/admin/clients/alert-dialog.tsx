import * as z from 'zod/mini';
import type { AlertKind } from '#domain/clients/alert.ts';
import { requiredText } from '#domain/fields.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { TextArea } from '../../ui/field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { ClientSummary } from './client-words.ts';
import { setterOf } from './set-alert.ts';

const WORDS = {
  warning: {
    title: 'admin-clients.alerts.warnTitle',
    text: 'admin-clients.alerts.warnText',
    submit: 'admin-clients.alerts.warn',
  },
  'legal-block': {
    title: 'admin-clients.alerts.freezeTitle',
    text: 'admin-clients.alerts.freezeText',
    submit: 'admin-clients.alerts.freeze',
  },
} as const satisfies Record<AlertKind, object>;

const schema = z.object({ reason: requiredText(500) });

/** Warns about a client, or freezes their assets, with a reason that colleagues read. */
export default function AlertDialog({
  client,
  kind,
  before,
  onClose,
}: {
  client: ClientSummary;
  kind: AlertKind;
  /** The warning that is changed; null for a new one. */
  before: { readonly reason: string } | null;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const { done, failed } = useAnnounce();
  const words = WORDS[kind];
  const form = useScreenForm({
    draft: `alert:${kind}:${client.id}`,
    initial: { reason: before?.reason ?? '' },
    schema,
    toInput: (typed) => typed,
    labels: { reason: t('admin-clients.alerts.reason') },
  });
  const { send, sending } = useSubmission(setterOf(kind), {
    onSuccess: () => {
      done('admin-clients.alerts.saved', client.displayName);
      void refresh(['clients']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.alerts.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      if (problem.status === 404) onClose();
    },
  });
  return (
    <FormDialog
      size="small"
      title={t(words.title, { name: client.displayName })}
      description={t(words.text)}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t(words.submit)}
      submitting={t('admin-clients.saving')}
      sending={sending}
      onSend={({ reason }) => send({ id: client.id, reason })}
      onClose={onClose}
    >
      <TextArea label={t('admin-clients.alerts.reason')} rows={3} {...form.field('reason')} />
    </FormDialog>
  );
}
