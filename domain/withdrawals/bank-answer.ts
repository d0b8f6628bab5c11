import type { ReadReport, ReportedStatus } from '../statements/read-message.ts';
import type { WithdrawalReason } from './request.ts';

/** What our bank answers on a file of transfers (pain.002), and why a bank refuses a transfer or gives it back (PAY-36, PAY-37). */

/** ISO 20022 reasons, and what they are to us. `AM04` speaks of our own account; `MD07`, a holder who has died, is never told. */
const REASON_OF_CODE: Readonly<Record<string, WithdrawalReason>> = {
  AC01: 'invalid-iban',
  AC03: 'invalid-iban',
  CNOR: 'invalid-iban',
  RC01: 'invalid-iban',
  AC04: 'account-closed',
  AC06: 'account-blocked',
  AG01: 'operation-not-allowed',
  BE01: 'payee-mismatch',
  BE04: 'missing-details',
  AM05: 'duplicate',
  DUPL: 'duplicate',
  RR01: 'legal-block',
  RR02: 'legal-block',
  RR03: 'legal-block',
  RR04: 'legal-block',
  AM04: 'bank-technical',
  FF01: 'bank-technical',
  DT01: 'bank-technical',
  FOCR: 'recalled',
  MS02: 'rejected-by-payee-bank',
  MS03: 'rejected-by-payee-bank',
  MD07: 'rejected-by-payee-bank',
};

/** Our reason for a bank's code; an unknown code, or none, is that of a bank that gives no reason. */
export function reasonOfBankCode(code: string | null | undefined): WithdrawalReason {
  return (code && REASON_OF_CODE[code]) || 'rejected-by-payee-bank';
}

/** The codes that staff may record when our bank refuses a transfer by another way than a file (docs/rules.md, States of a transfer: `bank-refuse`). */
export const BANK_CODES = Object.keys(REASON_OF_CODE) as [string, ...string[]];

/** What an answer says of one transfer. `unchanged`: still under way, or a word that is not known. */
export type BankVerdict =
  | { readonly bank: 'accepted' | 'sent' | 'unchanged' }
  | { readonly bank: 'refused'; readonly reason: string | null; readonly code: WithdrawalReason };

/** Words of acceptance that move no money, and those that say that the money has moved. */
const ACCEPTED = ['ACTC', 'ACCP', 'ACSP', 'ACWC', 'RCVD'];
const EXECUTED = ['ACSC', 'ACCC'];

/** What a word of a bank, and its reason, say of one transfer. */
export function verdictOfStatus({
  status,
  reason = null,
}: {
  readonly status: string;
  readonly reason?: string | null;
}): BankVerdict {
  if (status === 'RJCT') return { bank: 'refused', reason, code: reasonOfBankCode(reason) };
  if (EXECUTED.includes(status)) return { bank: 'sent' };
  return { bank: ACCEPTED.includes(status) || status === 'PART' ? 'accepted' : 'unchanged' };
}

/** A level speaks when it has a word of its own; PART leaves the word to the transfers that it does not name. */
const speaks = (level: ReportedStatus | null | undefined): level is ReportedStatus => Boolean(level?.status);

/** In the place of an id: the answer refuses a transfer and does not say which. */
export const UNNAMED = 'NOTPROVIDED';

/** What an answer says of the transfers of a batch. */
export interface BatchAnswer {
  /** By end-to-end id, for each transfer of the batch. */
  readonly transfers: ReadonlyMap<string, BankVerdict>;
  /** Ids of the answer that are not in the batch, and `NOTPROVIDED` for a refusal without one. */
  readonly unknown: readonly string[];
}

/**
 * Reads an answer for the transfers of a batch (PAY-36): the most precise level that speaks of one wins: transaction, else payment, else
 * group; without any word it is accepted.
 * @param batch the end-to-end ids of the batch. @param messageId its message id, which is also the id of its only payment.
 */
export function readAnswer(
  report: Pick<ReadReport, 'group' | 'payments'>,
  batch: readonly string[],
  messageId: string | null = null,
): BatchAnswer {
  const named = new Map(
    report.payments.flatMap(({ transactions }) =>
      transactions.flatMap((one) => (one.endToEndId ? [[one.endToEndId.toLowerCase(), one] as const] : [])),
    ),
  );
  const ours = report.payments.find(
    ({ originalPaymentId, payment }) =>
      speaks(payment) &&
      (messageId === null || originalPaymentId === null || originalPaymentId === messageId),
  );
  const rest = ours?.payment ?? (speaks(report.group) ? report.group : { status: 'ACCP' });
  const ids = new Set(batch);
  const unnamed = report.payments.flatMap(({ transactions }) =>
    transactions.filter(({ endToEndId }) => endToEndId === null),
  );
  // What names no transfer is of the only one of its batch; of several, a person asks our bank which is refused.
  const ofOnly = batch.length === 1 ? unnamed.at(-1) : undefined;
  const isLeftOut = !ofOnly && unnamed.some(({ status }) => status === 'RJCT');
  return {
    transfers: new Map(
      batch.map((id) => {
        const own = named.get(id) ?? ofOnly;
        return [id, verdictOfStatus(speaks(own) ? own : rest)];
      }),
    ),
    unknown: [...named.keys()].filter((id) => !ids.has(id)).concat(isLeftOut ? [UNNAMED] : []),
  };
}

/** What an answer did: how many transfers of each kind, and what staff must look at. */
export interface AppliedAnswer {
  readonly batchId: string;
  readonly accepted: number;
  readonly sent: number;
  readonly refused: number;
  /** Transfers that the answer does not move: booked already, refused before, or no word of it. */
  readonly unchanged: number;
  /** Refusals for a fault at our own bank (PAY-37). */
  readonly technical: number;
  /** Ids of the answer that are not in the batch. */
  readonly unknown: readonly string[];
}
