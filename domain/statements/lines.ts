import { RETURN_FAMILY } from './entry-details.ts';
import type { EntryAnomaly, ReadEntry, ReadTransaction } from './read-message.ts';

/** One line of a statement, to be matched and posted: a detail of an entry, or the entry as a whole. Amounts are minor units, signed. */
export interface StatementLine {
  /** From 1, within its entry. */
  readonly detail: number;
  readonly amountMinor: number;
  readonly paymentId: string | null;
  readonly messageId: string | null;
  readonly endToEndId: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  readonly ownIban: string | null;
  readonly remittance: string | null;
  readonly structuredReference: string | null;
  /** What else is said of it: beside a structured reference, or of the entry whose only detail says nothing. */
  readonly additionalText: string | null;
  /** Whether an order comes back: the bank says so of the detail, or by the sub-family of its code (PAY-26). */
  readonly isReturn: boolean;
  readonly returnReason: string | null;
  readonly chargesMinor: number;
  readonly anomaly: EntryAnomaly | null;
}

const isReturnCode = ({ code, isProprietaryCode }: Pick<ReadEntry, 'code' | 'isProprietaryCode'>) =>
  !isProprietaryCode && code?.split('/')[2] === RETURN_FAMILY;

function lineOf(entry: ReadEntry, one: ReadTransaction | undefined, detail: number): StatementLine {
  const isAlone = entry.transactions.length === 1;
  return {
    detail,
    amountMinor: one?.amountMinor ?? entry.amountMinor,
    paymentId: entry.batch?.paymentId ?? one?.paymentId ?? null,
    messageId: entry.batch?.messageId ?? one?.messageId ?? null,
    endToEndId: one?.endToEndId ?? null,
    counterpartyName: one?.counterparty.name ?? null,
    counterpartyIban: one?.counterparty.iban ?? null,
    ownIban: one?.ownIban ?? null,
    remittance: one ? one.remittance : (entry.text ?? null),
    structuredReference: one?.structuredReference ?? null,
    additionalText: one
      ? (one.additionalText ?? (isAlone && one.remittance === null ? (entry.text ?? null) : null))
      : null,
    isReturn: (one?.isReturn ?? false) || isReturnCode(entry),
    returnReason: one?.returnReason ?? null,
    chargesMinor: one?.chargesMinor || entry.chargesMinor,
    anomaly: null,
  };
}

/**
 * The lines of an entry (PAY-25): one for each detail when they add up to it in its currency, else one for the entry, with its anomaly. The
 * facts of an only detail stay with the one line.
 */
export function linesOf(entry: ReadEntry): readonly StatementLine[] {
  const { transactions, anomalies } = entry;
  const [anomaly = null] = anomalies;
  if (anomaly === null && transactions.length > 0)
    return transactions.map((one, index) => lineOf(entry, one, index + 1));
  const only = transactions.length === 1 ? transactions[0] : undefined;
  return [{ ...lineOf(entry, only, 1), amountMinor: entry.amountMinor, anomaly }];
}
