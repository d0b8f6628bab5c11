import * as z from 'zod/mini';
import { formatIban } from '#domain/accounts/iban.ts';
import { isLastDayOfMonth } from '#domain/loans/due-dates.ts';
import { isOwnName, ownPayeeName, payeeName } from '#domain/payees/payee.ts';
import { type Frequency, isCountedInMonths, type Schedule } from '#domain/standing-orders/schedule.ts';
import { scheduleFault, scheduleOf, standingOrderInput } from '#domain/standing-orders/standing-order.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { minimumWithdrawalMinor, withdrawalInputFor } from '#domain/withdrawals/request.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { useScreenForm } from '../../form/form.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import type { Overview, Withdrawal } from '../accounts/overview.ts';
import type { StandingOrder } from '../standing-orders/standing-order-words.ts';

/** When a transfer leaves (PAY-44). */
export const WHEN = ['now', 'later', 'regular'] as const;

/** How a transfer goes (PAY-43): « Instantané » is never chosen for the client. */
export const SPEEDS = ['standard', 'instant'] as const;

/** What a transfer that is made again begins with. */
function againAsTyped(
  again: Withdrawal,
  { locale, clientName }: { readonly locale: string; readonly clientName: string },
) {
  const isOther = again.recipientName !== null && !isOwnName(again.recipientName, clientName);
  return {
    amount: amountAsTyped(again.amountMinor, again.currency, locale),
    iban: formatIban(again.clientIban),
    bankName: again.clientBankName,
    recipientKind: isOther ? 'other' : 'own',
    recipientName: isOther ? (again.recipientName ?? '') : '',
  };
}

/** What the form of a transfer begins with. */
function initialOf(
  { currency }: Overview['account'],
  {
    simulation,
    again,
    changed,
    locale,
    clientName,
  }: {
    readonly simulation: KeptTransfer | null;
    readonly again: Withdrawal | null;
    readonly changed: StandingOrder | null;
    readonly locale: string;
    readonly clientName: string;
  },
) {
  if (changed) {
    const isOwn = isOwnName(changed.recipientName, clientName);
    const isOnce = changed.frequency === 'once';
    return {
      amount: amountAsTyped(changed.amountMinor, changed.currency, locale),
      iban: formatIban(changed.iban),
      bankName: changed.bankName,
      recipientKind: isOwn ? 'own' : 'other',
      recipientName: isOwn ? '' : changed.recipientName,
      speed: changed.isInstant ? 'instant' : 'standard',
      when: isOnce ? 'later' : 'regular',
      frequency: isOnce ? 'monthly' : changed.frequency,
      firstDay: changed.firstDay,
      monthDay: changed.dayOfMonth === 31 ? 'last' : 'same',
      end: changed.lastDay ? 'day' : changed.times ? 'times' : 'none',
      lastDay: changed.lastDay ?? '',
      times: changed.times ? String(changed.times) : '',
    };
  }
  return {
    // The public simulator counts in euro.
    amount: simulation && currency === 'EUR' ? amountAsTyped(simulation.amountMinor, 'EUR', locale) : '',
    iban: simulation ? formatIban(simulation.recipientIban.toUpperCase()) : '',
    bankName: '',
    recipientKind: simulation?.recipientName ? 'other' : 'own',
    recipientName: simulation?.recipientName ?? '',
    ...(again ? againAsTyped(again, { locale, clientName }) : {}),
    speed: 'standard',
    when: 'now',
    frequency: 'monthly',
    firstDay: '',
    monthDay: 'same',
    end: 'none',
    lastDay: '',
    times: '',
  };
}

type Typed = Record<keyof ReturnType<typeof initialOf>, string>;

/** The rhythm of what is typed: « Plus tard » is once. */
const frequencyOf = ({ when, frequency }: Typed): Frequency =>
  when === 'later' ? 'once' : (frequency as Frequency);

/** Whether the client is asked what « le 30 » of a short month means: that day, or the last of each month. */
export const asksForMonthDay = (typed: Typed): boolean =>
  typed.when === 'regular' &&
  isCountedInMonths(frequencyOf(typed)) &&
  isCalendarDate(typed.firstDay) &&
  isLastDayOfMonth(typed.firstDay) &&
  !typed.firstDay.endsWith('31');

/** When the transfer leaves, as typed; nothing for one that leaves now. */
function typedSchedule(typed: Typed) {
  if (typed.when === 'now') return {};
  const isRegular = typed.when === 'regular';
  return {
    frequency: frequencyOf(typed),
    firstDay: typed.firstDay,
    dayOfMonth: asksForMonthDay(typed) && typed.monthDay === 'last' ? 31 : null,
    lastDay: isRegular && typed.end === 'day' ? typed.lastDay : null,
    times: isRegular && typed.end === 'times' ? Number(typed.times.trim() || 'x') : null,
  };
}

/** The schedule that is typed, once it is one; null until then. */
export function scheduleTyped(typed: Typed, today: string, isKept: boolean): Schedule | null {
  if (typed.when === 'now' || !isCalendarDate(typed.firstDay)) return null;
  if (typed.when === 'regular' && typed.end === 'day' && !isCalendarDate(typed.lastDay)) return null;
  const schedule = scheduleOf(typedSchedule(typed) as Parameters<typeof scheduleOf>[0]);
  if (schedule.times !== null && !Number.isInteger(schedule.times)) return null;
  return scheduleFault(schedule, today, isKept) ? null : schedule;
}

const { frequency, firstDay, dayOfMonth, lastDay, times } = standingOrderInput.shape;

/** What is typed for a transfer, begun with one that is made again, or with the simulation of the public site where there is one. */
export function useTransferForm(
  account: Overview['account'],
  {
    simulation,
    again,
    changed,
    clientName,
  }: {
    readonly simulation: KeptTransfer | null;
    readonly again: Withdrawal | null;
    /** The programmed transfer that is changed; null for a new transfer. */
    readonly changed: StandingOrder | null;
    readonly clientName: string;
  },
) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { currency } = account;
  const minimum = minimumWithdrawalMinor(currency);
  const today = useBankDay();
  return useScreenForm({
    // A simulation starts with its own figures, not with an earlier draft.
    draft: changed
      ? undefined
      : again
        ? `transfer:${again.id}`
        : simulation
          ? 'transfer:simulated'
          : 'transfer',
    initial: initialOf(account, { simulation, again, changed, locale, clientName }),
    schema: z.extend(withdrawalInputFor(currency), {
      recipientName: payeeName,
      frequency: z.optional(frequency),
      firstDay: z.optional(firstDay),
      dayOfMonth,
      lastDay,
      times,
    }),
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      iban: typed.iban,
      bankName: typed.bankName,
      // The name of an account of one's own is shown, not typed (PAY-10).
      recipientName: typed.recipientKind === 'own' ? ownPayeeName(clientName) : typed.recipientName,
      ...(typed.speed === 'instant' ? { instant: true } : {}),
      ...typedSchedule(typed),
    }),
    verdict: (input) => {
      // As the server refuses it: before the balance and the name are looked at.
      if (input.iban === account.iban) return [{ field: 'iban', message: 'validation.iban.own' }];
      if (input.frequency === undefined || input.firstDay === undefined) return [];
      const schedule = scheduleOf({ ...input, frequency: input.frequency, firstDay: input.firstDay });
      const fault = scheduleFault(schedule, today, input.firstDay === changed?.firstDay);
      return fault ? [fault] : [];
    },
    labels: ({ when }) => ({
      recipientName: t('client-transfers.request.recipientName'),
      amount: t('client-transfers.request.amount'),
      iban: t('client-transfers.request.iban'),
      bankName: t('client-transfers.request.bank'),
      firstDay: t(when === 'later' ? 'client-transfers.when.day' : 'client-transfers.when.firstDay'),
      lastDay: t('client-transfers.when.lastDay'),
      times: t('client-transfers.when.times'),
    }),
    controls: { amountMinor: 'amount', dayOfMonth: 'monthDay', executionDay: 'firstDay' },
    rephrase: (message) =>
      message === 'validation.amount.min'
        ? { key: 'validation.amount.minOf', values: { min: format.amount(minimum, currency) } }
        : null,
  });
}

export type TransferForm = ReturnType<typeof useTransferForm>;
