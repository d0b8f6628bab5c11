import type * as z from 'zod/mini';
import type { standingOrder } from '#contract/standing-orders.ts';
import type { Schedule } from '#domain/standing-orders/schedule.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';

export type StandingOrder = z.infer<typeof standingOrder>;

/** « Chaque mois, jusqu'au 31 mai 2027 », for a schedule that is typed or kept. */
export function useScheduleWords(): (schedule: Schedule) => string {
  const t = useT();
  const format = useFormats();
  return ({ frequency, dayOfMonth, lastDay, times }) =>
    [
      t(`client-transfers.frequencies.${frequency}`),
      dayOfMonth === 31 ? t('client-transfers.when.lastOfMonth') : null,
      lastDay ? t('client-transfers.when.untilDay', { day: format.day(lastDay) }) : null,
      times ? t('client-transfers.when.timesOf', { count: times }) : null,
    ]
      .filter((part) => part !== null)
      .join(', ');
}

/** Whether an order has a pause that has not begun: resuming it withdraws the pause. */
export const hasPauseAhead = ({ state, pause }: Pick<StandingOrder, 'state' | 'pause'>): boolean =>
  state === 'active' && pause !== null;
