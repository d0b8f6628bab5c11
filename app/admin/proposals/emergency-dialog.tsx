import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { EMERGENCY_CATEGORIES } from '#domain/proposals/proposal.ts';
import { offerTaken, type ToApprove } from '../../api/approval.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { navigate } from '../../page/navigation.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import { adminHref } from '../frame/sections.ts';
import { useCommandWords } from './command-words.ts';

const schema = z.object({
  category: z.enum(EMERGENCY_CATEGORIES, 'validation.choice'),
  reason: requiredText(500),
});

/** « Exécuter sans second accord »: at once, with a category and a reason, and reviewed by another person afterwards (FOUR-24). */
// Longer than 70 lines: it is one form, its sending and its two fields.
export function EmergencyDialog({ what, onClose }: { what: ToApprove; onClose: () => void }) {
  const { t, tKey } = useWords();
  const { day } = useFormats();
  const { facts } = useCommandWords();
  const operation = what.operation as GovernedOperation;
  const command = { operation, input: what.input };
  const needed = useQuery(query.proposals.requirements.queryOptions({ input: command, gcTime: 0 }));
  const form = useScreenForm({
    draft: `emergency:${operation}:${what.input.id}`,
    initial: { category: '', reason: '' },
    schema,
    toInput: ({ category, reason }) => ({ category: category || undefined, reason }),
    labels: {
      category: t('admin-proposals.emergency.category'),
      reason: t('admin-proposals.emergencyReason'),
    },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.proposals.emergency, {
    onSuccess: ({ proposal: { emergency } }) => {
      toast({
        title: t('admin-proposals.emergency.done'),
        ...(emergency
          ? { description: t('admin-proposals.reviewBy', { day: day(emergency.reviewBy) }) }
          : {}),
      });
      void refresh(['proposals', 'account', 'clients', 'withdrawals', 'loans', 'corrections']);
      // The dialog that sent it must not stand there to be sent once more.
      offerTaken();
      onClose();
      navigate(adminHref('proposals', { list: 'mine' }));
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      title={t('admin-proposals.emergency.title')}
      description={t('admin-proposals.emergency.text')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={t('admin-proposals.emergency.submit')}
      submitting={t('admin-proposals.sending')}
      tone="danger"
      sending={sending}
      onSend={({ category, reason }) => send({ ...command, input: { ...what.input }, category, reason })}
      onClose={onClose}
      frame={(fields) => (
        <div className="stack">
          <DefinitionList
            items={[
              {
                term: t('admin-proposals.fields.operation'),
                value: t(`admin-proposals.operations.${operation}`),
              },
              ...(needed.data?.client
                ? [{ term: t('admin-proposals.client'), value: needed.data.client.displayName }]
                : []),
              ...facts(what.input, {
                currency: needed.data?.currency ?? 'EUR',
                shown: needed.data?.shown ?? {},
              }),
            ]}
          />
          {fields}
        </div>
      )}
    >
      <Select
        label={t('admin-proposals.emergency.category')}
        required
        options={[
          { value: '', label: t('admin.chooseReason') },
          ...EMERGENCY_CATEGORIES.map((value) => ({
            value,
            label: t(`admin-proposals.emergency.categories.${value}`),
          })),
        ]}
        {...form.field('category')}
      />
      <TextArea
        // The command may have a reason of its own.
        label={t('admin-proposals.emergencyReason')}
        hint={t('admin-proposals.emergency.reasonHint')}
        required
        rows={3}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
