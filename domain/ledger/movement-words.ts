/**
 * What a movement of a client's account is called. Staff type the words of a credit, and they stay as typed. The bank's own movements keep
 * their event and these values instead; each language makes its sentence of them where it is read (`locales/<code>/movements.json`).
 */
export type MovementDetails = Readonly<Record<string, string | number>>;

/** Either the words that were typed or the values of the event's sentence. */
export type MovementName = { readonly description: string } | { readonly details: MovementDetails };

/** The values of a loan's payout. Duration in months. */
export function payoutDetails(loan: { readonly durationMonths: number }): MovementDetails {
  return { durationMonths: loan.durationMonths };
}

/** The values of an executed withdrawal. The end of the IBAN tells accounts apart, and a list read over a shoulder gives nothing away. */
export function withdrawalDetails(payee: {
  readonly bankName: string;
  readonly iban: string;
}): MovementDetails {
  return { bankName: payee.bankName, ibanEnd: payee.iban.slice(-4) };
}

/** The sentences of events that share one, by their event; the others have a sentence of their own name (`LEDGER_EVENTS`, compared by a test). */
const SHARED_LABELS: Readonly<Record<string, string>> = {
  'receipt-matched': 'receipt',
  'suspense-allocation': 'receipt',
  'transfer-refused-by-bank': 'transfer-refused',
};

/** The key of an event's sentence in `movements.json`: without the table of events, for the browser. */
export function movementLabelOf(event: string): string {
  return SHARED_LABELS[event] ?? event;
}

/** LC-56: the lists of the back office show what who withdrew from a contract gave back under the event of any other repayment of the whole. */
const SHOWN_TO_STAFF: Readonly<Record<string, string>> = {
  'withdrawal-right-repayment': 'loan-payoff',
};

/** The event under which the lists of the back office show a movement. */
export const eventForStaff = <Event extends string>(event: Event): Event =>
  (SHOWN_TO_STAFF[event] as Event | undefined) ?? event;
