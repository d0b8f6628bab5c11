import { type PauseInput, pauseFault, pauseInput } from '#domain/standing-orders/standing-order.ts';
import { addDays } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useConfirmedAct } from '../frame/confirmed-act.ts';
import { hasPauseAhead, type StandingOrder } from './standing-order-words.ts';

/** Asks from when until when an order is paused; without an end until it is resumed. */
function PauseDialog({ order, onClose }: { order: StandingOrder; onClose: () => void }) {
  const t = useT();
  const today = useBankDay();
  const form = useScreenForm({
    initial: { from: order.isChangeable ? today : addDays(today, 1), until: '' },
    schema: pauseInput,
    toInput: ({ from, until }) => ({ from, until: until || null }),
    labels: { from: t('client-transfers.programmed.from'), until: t('client-transfers.programmed.until') },
    verdict: (input) => {
      const fault = pauseFault({ from: input.from, until: input.until ?? null }, today);
      return fault ? [fault] : [];
    },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.standingOrders.pause, {
    onSuccess: () => {
      void refresh(['withdrawals']);
      toast({ title: t('client-transfers.programmed.paused') });
      onClose();
    },
    onProblem: (problem) => {
      void refresh(['withdrawals']);
      refuse(problem);
    },
  });
  return (
    <FormDialog
      size="small"
      title={t('client-transfers.programmed.pauseTitle', { name: order.recipientName })}
      description={t('client-transfers.programmed.pauseText')}
      form={form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      submit={t('client-transfers.programmed.pause')}
      submitting={t('client-transfers.programmed.saving')}
      sending={sending}
      onSend={(input: PauseInput) => send({ ...input, id: order.id })}
      onClose={onClose}
    >
      <DateField
        {...form.field('from')}
        label={t('client-transfers.programmed.from')}
        min={today}
        width="sm"
        required
      />
      <DateField
        {...form.field('until')}
        label={t('client-transfers.programmed.until')}
        hint={t('client-transfers.programmed.untilHint')}
        min={form.typed.from || today}
        width="sm"
      />
    </FormDialog>
  );
}

/** Asks whether an order goes on, ends, or is paused after all. */
function AskDialog({
  order,
  action,
  onClose,
}: {
  order: StandingOrder;
  action: 'resume' | 'end';
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const word = action === 'resume' && hasPauseAhead(order) ? 'cancelPause' : action;
  const { send, sending } = useConfirmedAct(api.standingOrders[action], {
    done: ({ standingOrder }) => ({
      title: t(`client-transfers.programmed.${word}Done`),
      description: standingOrder.nextDay
        ? t('client-transfers.programmed.next', { day: format.day(standingOrder.nextDay) })
        : undefined,
    }),
    rereads: ['withdrawals'],
    onClose,
  });
  return (
    <ConfirmDialog
      size="small"
      tone={action === 'end' ? 'danger' : 'primary'}
      title={t(`client-transfers.programmed.${word}Title`, { name: order.recipientName })}
      description={t(`client-transfers.programmed.${word}Text`)}
      submit={t(`client-transfers.programmed.${word}`)}
      submitting={t('client-transfers.programmed.saving')}
      sending={sending}
      onClose={onClose}
      onConfirm={() => send({ id: order.id })}
    />
  );
}

/** The dialog of something that is done with a programmed transfer. Fetched when it is asked for. */
export default function StandingOrderAction({
  order,
  action,
  onClose,
}: {
  order: StandingOrder;
  action: 'pause' | 'resume' | 'end';
  onClose: () => void;
}) {
  return action === 'pause' ? (
    <PauseDialog order={order} onClose={onClose} />
  ) : (
    <AskDialog order={order} action={action} onClose={onClose} />
  );
}
