import { noteInput } from '#domain/clients/note.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { useAnnounce } from '../desk/announce.ts';

/** Adds a note about a client. The text stays until it is saved. */
export function NoteForm({ accountId }: { accountId: string }) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const form = useScreenForm({
    draft: `note:${accountId}`,
    initial: { text: '' },
    schema: noteInput,
    toInput: (typed) => typed,
  });
  const { send, isSending } = useSubmission(api.clients.addNote, {
    onSuccess: () => {
      done('admin-timeline.done');
      form.reset();
      void refresh(['clients']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-timeline.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
    },
  });
  return (
    <Card title={t('admin-timeline.title')}>
      <form
        className="form"
        noValidate
        onSubmit={form.onSubmit((input) => send({ id: accountId, ...input }))}
      >
        <FormSummary title={t('admin.reviewForm')} problems={form.problems} attempt={form.attempt} />
        <TextArea
          hideLabel
          label={t('admin-timeline.text')}
          hint={t('admin-timeline.hint')}
          rows={3}
          data-shortcut="n"
          {...form.field('text')}
        />
        <div className="form-actions">
          <Button type="submit" loading={isSending} loadingText={t('admin-timeline.saving')}>
            {t('admin-timeline.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
