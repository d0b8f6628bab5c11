import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { offerTaken, type ToApprove } from '../../api/approval.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useT } from '../../i18n/t.ts';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toasts.ts';
import { adminHref } from '../frame/sections.ts';
import { useCommandWords } from './command-words.ts';
import { useSlotWords } from './proposal-words.ts';

const schema = z.object({
  comment: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
});

/** Whether a command may be done in an emergency: an operation and a compared amount within what its policy allows (FOUR-24). */
const isWithinEmergency = (
  needed:
    | { readonly emergencyUpToEurMinor: number | null; readonly comparedEurMinor: number | null }
    | undefined,
): boolean =>
  needed !== undefined &&
  needed.emergencyUpToEurMinor !== null &&
  needed.comparedEurMinor !== null &&
  needed.comparedEurMinor <= needed.emergencyUpToEurMinor;

/** Sends the command that others must approve as a proposal (FOUR-7). */
// Longer than 70 lines: it is one form, its sending and what is proposed.
export function ProposeDialog({
  what,
  onEmergency,
  onClose,
}: {
  what: ToApprove;
  onEmergency: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const may = useMay();
  const { facts } = useCommandWords();
  const inWords = useSlotWords();
  const operation = what.operation as GovernedOperation;
  const command = { operation, input: what.input };
  const needed = useQuery(query.proposals.requirements.queryOptions({ input: command, gcTime: 0 }));
  const form = useScreenForm({
    initial: { comment: '' },
    schema,
    labels: { comment: t('admin-proposals.comment') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.proposals.create, {
    onSuccess: () => {
      toast({ title: t('admin-proposals.sent'), description: t('admin-proposals.sentText') });
      void refresh(['proposals']);
      offerTaken();
      onClose();
      navigate(adminHref('proposals', { list: 'mine' }));
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      title={t(`admin-proposals.operations.${operation}`)}
      description={
        needed.data
          ? t(needed.data.isBeyondLimit ? 'admin-proposals.beyondLimit' : 'admin-proposals.needs', {
              slots: inWords(needed.data.slots),
            })
          : t('admin-proposals.needsOthers')
      }
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-proposals.propose')}
      submitting={t('admin-proposals.proposing')}
      isPreparing={needed.isPending}
      sending={sending}
      onSend={({ comment }) => {
        if (needed.data) send({ ...command, seen: needed.data.seen, ...(comment ? { comment } : {}) });
      }}
      onClose={onClose}
      frame={(fields) => (
        <div className="stack">
          <DefinitionList
            items={[
              ...(needed.data?.client
                ? [{ term: t('admin-proposals.client'), value: needed.data.client.displayName }]
                : []),
              ...(needed.data?.memberName
                ? [{ term: t('admin-proposals.member'), value: needed.data.memberName }]
                : []),
              ...facts(what.input, {
                currency: needed.data?.currency ?? 'EUR',
                shown: needed.data?.shown ?? {},
              }),
            ]}
          />
          {fields}
          {isWithinEmergency(needed.data) && may('proposals.emergency') ? (
            <p>
              <Button size="dense" tone="quiet" onClick={onEmergency}>
                {t('admin-proposals.emergency.act')}
              </Button>
            </p>
          ) : null}
        </div>
      )}
    >
      <TextArea
        label={t('admin-proposals.comment')}
        hint={t('admin-proposals.commentHint')}
        optionalText={t('admin.optional')}
        rows={3}
        {...form.field('comment')}
      />
    </FormDialog>
  );
}
