import { collectionDayOf } from '../loans/collection-day.ts';
import { daysBetween } from '../loans/due-dates.ts';
import { addDaysOf } from '../time/calendars.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE } from '../time/days.ts';

/**
 * The collection of one instalment by direct debit (PAY-69 to PAY-73). `announced` is told to the client; `exported` stands in a file for our
 * bank; `settled` is in our account. A bank's refusal before that is `rejected`, money that was taken back `returned`; `cancelled` was never
 * asked of a bank, or was taken out of its file.
 */
export const DEBIT_STATES = [
  'announced',
  'exported',
  'settled',
  'rejected',
  'returned',
  'cancelled',
] as const;
export type DebitState = (typeof DEBIT_STATES)[number];

/** The states in which no other collection of the same instalment may begin (PAY-73). */
export const OPEN_DEBIT_STATES = [
  'announced',
  'exported',
  'settled',
] as const satisfies readonly DebitState[];

export const DEBIT_EVENTS = ['export', 'settle', 'reject', 'return', 'cancel'] as const;
export type DebitEvent = (typeof DEBIT_EVENTS)[number];

const STEPS: readonly { readonly from: DebitState; readonly event: DebitEvent; readonly to: DebitState }[] = [
  { from: 'announced', event: 'export', to: 'exported' },
  { from: 'announced', event: 'cancel', to: 'cancelled' },
  // A file that our bank did not take.
  { from: 'exported', event: 'cancel', to: 'cancelled' },
  { from: 'exported', event: 'settle', to: 'settled' },
  { from: 'exported', event: 'reject', to: 'rejected' },
  { from: 'settled', event: 'return', to: 'returned' },
];

/** The state after an event; null when the event is not one of the state. */
export function debitAfter(from: DebitState, event: DebitEvent): DebitState | null {
  return STEPS.find((step) => step.from === from && step.event === event)?.to ?? null;
}

/** Why a direct debit was never made. */
export const DEBIT_CANCELLATIONS = [
  'mandate-ended',
  'paid',
  'changed',
  'not-sent',
  'file-withdrawn',
] as const;
export type DebitCancellation = (typeof DEBIT_CANCELLATIONS)[number];

/** The dated values of direct debits (PAY-2). */
export interface DebitDelays {
  /** Days from the pre-notice to the collection (PAY-69). */
  readonly prenotificationDays: number;
  /** TARGET days before the collection on which the file goes out (PAY-70). */
  readonly leadDays: number;
}

/** Days before the last day for a pre-notice on which it is given: a node that was down for them is still in time. */
const SPARE_DAYS = 3;

/**
 * Whether an instalment is announced as a direct debit on a day (PAY-69): the pre-notice is never later than its days before the collection.
 * What comes too early is announced on a later day, what is too near is collected from the client's account (LC-70).
 */
function isToAnnounce(dueDate: string, day: string, { prenotificationDays }: DebitDelays): boolean {
  const left = daysBetween(day, collectionDayOf(dueDate));
  return left >= prenotificationDays && left <= prenotificationDays + SPARE_DAYS;
}

/** The due dates whose instalments are announced as direct debits on a day. */
export function dueDatesToAnnounce(day: string, delays: DebitDelays): string[] {
  const last = delays.prenotificationDays + SPARE_DAYS;
  return Array.from({ length: last + 1 }, (_, days) => addDays(day, days)).filter((dueDate) =>
    isToAnnounce(dueDate, day, delays),
  );
}

/** The last day on which the file of a collection day goes to our bank (PAY-70). */
export function sendByDay(collectionOn: string, { leadDays }: Pick<DebitDelays, 'leadDays'>): string {
  return addDaysOf('target-days', collectionOn, -leadDays);
}

/**
 * Until when the file of a collection day goes to our bank: its last day, at the cut-off for files (PAY-2 `cutoff.batch`).
 * @param cutoff HH:MM in French legal time.
 */
export function sendBefore(
  collectionOn: string,
  { leadDays, cutoff }: Pick<DebitDelays, 'leadDays'> & { readonly cutoff: string },
): Date {
  return instantIn(LEGAL_TIME_ZONE, sendByDay(collectionOn, { leadDays }), cutoff);
}

/** TARGET days that the staff have to send a second attempt. */
const DAYS_TO_SEND = 2;

/** The day of the one second attempt after a debit that came back for want of funds (PAY-71, AM04). */
export function retryDay(returnedOn: string, { leadDays }: Pick<DebitDelays, 'leadDays'>): string {
  return addDaysOf('target-days', returnedOn, leadDays + DAYS_TO_SEND);
}
