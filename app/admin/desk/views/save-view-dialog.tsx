import * as z from 'zod/mini';
import type { ExportedList } from '#domain/desk/export.ts';
import { saveViewInput } from '#domain/desk/saved-views.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { useT } from '../../../i18n/t.ts';
import { navigate } from '../../../page/navigation.ts';
import { TextField } from '../../../ui/field.tsx';
import { useAnnounce } from '../announce.ts';
import { useViews, viewHref } from './use-views.ts';

const schema = z.pick(saveViewInput, { name: true });

/** Saves how the list is searched, filtered and ordered now under a name; the address then names the view. */
export function SaveViewDialog({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const t = useT();
  const { asked } = useViews(list);
  const { done } = useAnnounce();
  const form = useScreenForm({
    initial: { name: '' },
    schema,
    labels: { name: t('admin-desk.views.name') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.views.save, {
    onSuccess: ({ view }) => {
      void refresh(['views']);
      done('admin-desk.views.saved', view.name);
      onClose();
      navigate(viewHref(view), { replace: true, isArrival: false });
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      size="small"
      title={t('admin-desk.views.save')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-desk.views.keep')}
      submitting={t('admin-desk.bulk.starting')}
      sending={sending}
      onSend={({ name }) => send({ list, name, query: asked })}
      onClose={onClose}
    >
      <TextField
        label={t('admin-desk.views.name')}
        maxLength={60}
        required
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  );
}
