import { sql } from 'drizzle-orm';
import { normalizeIban } from '#domain/accounts/iban.ts';
import {
  type LineToMatch,
  type MatchingBook,
  matchLine,
  referenceTexts,
} from '#domain/statements/matching.ts';
import { knownReferencesIn } from '#domain/statements/references.ts';
import type { SuspenseReason } from '#domain/statements/suspense-reasons.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import type { BankLine, LineOutcome } from './line-queries.ts';
import {
  accountsNamedBy,
  type FoundAccount,
  houseIbansOf,
  type OwnCollections,
  type OwnDebits,
  ownCollectionsOf,
  ownDebitsOf,
  ownTransfersOf,
} from './matching-queries.ts';

/** What a line is as matching reads it. */
export function lineToMatch(line: BankLine): LineToMatch {
  return {
    currency: line.currency,
    amountMinor: line.amountMinor,
    endToEndId: line.endToEndId?.toLowerCase() ?? null,
    debtorName: line.counterpartyName,
    debtorIban: line.counterpartyIban,
    remittance: line.remittance,
    creditorIban: line.ownIban,
    structuredReference: line.structuredReference,
    additionalText: line.additionalText,
    isReturn: line.isReturn,
    returnReason: line.returnReason,
    isReversal: line.isReversal,
  };
}

/** The bank and branch of a French IBAN. */
const branchOf = (iban: string) => (iban.startsWith('FR') ? iban.slice(4, 14) : null);

/** The banks and branches in which the house gives IBANs to its clients (PAY-5). */
async function rangesOf(db: Db): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ branch: string }>(db, sql`select bank || branch as branch from iban_counters`);
  return new Set(rows.map(({ branch }) => branch));
}

/** What the house knows about lines, with what movements of the found accounts need. */
export interface FoundBook extends MatchingBook {
  readonly accounts: readonly FoundAccount[];
  /** Currencies in which bank and books differ without an explanation: what comes in waits for a person (PAY-33). */
  readonly stopped: ReadonlySet<string>;
  /** Codes of our banks' own by which a line is their charges (`bankCharges.codes`). */
  readonly chargeCodes: readonly string[];
  readonly ownTransfers: Awaited<ReturnType<typeof ownTransfersOf>>;
  readonly ownDebits: OwnDebits;
  readonly ownCollections: OwnCollections;
}

/** What holds for all lines of a booking. */
export type BookingTerms = Pick<FoundBook, 'stopped' | 'chargeCodes'>;
const NO_TERMS: BookingTerms = { stopped: new Set(), chargeCodes: [] };

/** What the house knows about lines, in a few statements whatever their number. */
export async function bookOf(
  db: Db,
  lines: readonly BankLine[],
  terms: BookingTerms = NO_TERMS,
): Promise<FoundBook> {
  const [houseIbans, accounts, ownTransfers, ownDebits, ownCollections, ranges] = await Promise.all([
    houseIbansOf(db),
    accountsNamedBy(db, lines),
    ownTransfersOf(db, lines),
    ownDebitsOf(db, lines),
    ownCollectionsOf(db, lines),
    rangesOf(db),
  ]);
  return {
    houseIbans,
    accounts,
    ...terms,
    ownTransfers,
    ownDebits,
    ownCollections,
    isInRange: (iban) => ranges.has(branchOf(normalizeIban(iban)) ?? ''),
  };
}

/** Charges of our bank with a code of ISO (PAY-24): they are posted without anybody's press. */
const ISO_CHARGES = /^(ACMT|PMNT)\/[^/]+\/CHRG$/;

/** Says whether a line is a charge of our bank, or a charge that it gives back. A code of the bank's own counts where the house lists it. */
function isBankCharge({ code, isProprietaryCode }: BankLine, { chargeCodes }: BookingTerms): boolean {
  if (code === null) return false;
  return isProprietaryCode ? chargeCodes.includes(code) : ISO_CHARGES.test(code);
}

const waits = (line: BankLine, reason: SuspenseReason | string): LineOutcome => ({
  id: line.id,
  phase: 'suspense',
  reason,
  openMinor: line.amountMinor,
});

/** The loan whose reference a line bears, when it bears the reference of one. */
function loanOf(line: BankLine, account: FoundAccount): string | null {
  const [first] = knownReferencesIn(referenceTexts(line), Object.keys(account.loans));
  return first ? (account.loans[first] ?? null) : null;
}

/** Collective lines, or lines whose details contradict them (PAY-25): no client is named by the line itself. */
const WAITING_ANOMALIES: Readonly<Record<string, SuspenseReason>> = {
  'details-missing': 'details-missing',
  'details-differ': 'details-differ',
  'currency-differs': 'details-differ',
};

/** A line of direct debits of ours: a file or one of them is settled, one is taken back (PAY-70, PAY-72); null for any other. */
function decideCollection(
  line: BankLine,
  { ownCollections: { debits, batches } }: FoundBook,
): LineOutcome | null {
  // Direct debits are in euro: the same number in another currency is another thing.
  if (line.currency !== 'EUR') return null;
  const directDebitId = debits.get(line.endToEndId?.toLowerCase() ?? '') ?? null;
  const isReturn = line.amountMinor < 0;
  if (isReturn) {
    const matched = { id: line.id, phase: 'matched', reason: 'direct-debit-returned' } as const;
    return directDebitId ? { ...matched, directDebitId } : null;
  }
  const matched = { id: line.id, phase: 'matched', reason: 'direct-debit-settled' } as const;
  if (directDebitId) return { ...matched, directDebitId };
  const directDebitBatchId = batches.get(line.paymentId ?? '') ?? batches.get(line.messageId ?? '');
  return directDebitBatchId ? { ...matched, directDebitBatchId } : null;
}

/** A debit: of transfers of ours (PAY-38), or of something that a person must explain (PAY-32). */
function decideDebit(line: BankLine, { ownDebits }: FoundBook): LineOutcome {
  const matched = { id: line.id, phase: 'matched', reason: 'transfer-settled' } as const;
  const order = ownDebits.orders.get(line.endToEndId?.toLowerCase() ?? '');
  if (order && !line.isReversal) return { ...matched, withdrawalId: order.isReturn ? null : order.id };
  const batchId = ownDebits.batches.get(line.paymentId ?? '') ?? ownDebits.batches.get(line.messageId ?? '');
  if (batchId && !line.isReversal) return { ...matched, batchId };
  return waits(line, line.isProprietaryCode ? 'proprietary-code' : 'outgoing-unknown');
}

/** What becomes of one line (PAY-24 to PAY-26, PAY-32); its posting follows from it. */
export function decideLine(line: BankLine, book: FoundBook): LineOutcome {
  if (line.status !== 'BOOK' || line.amountMinor === 0) return { id: line.id, phase: 'ignored' };
  if (isBankCharge(line, book)) return { id: line.id, phase: 'matched', reason: 'bank-charges' };
  const collection = decideCollection(line, book);
  if (collection) return collection;
  if (line.amountMinor < 0) return decideDebit(line, book);
  const anomaly = line.anomaly === null ? undefined : WAITING_ANOMALIES[line.anomaly];
  if (anomaly) return waits(line, anomaly);
  const match = matchLine(lineToMatch(line), book);
  if (match.action === 'suspense') return waits(line, match.why);
  if (match.action === 'return') {
    const transfer = book.ownTransfers.get(match.withdrawal);
    if (book.stopped.has(line.currency)) return waits(line, 'reconciliation-open');
    return { id: line.id, phase: 'matched', reason: 'transfer-returned', withdrawalId: transfer?.id ?? null };
  }
  const account = book.accounts.find(({ id }) => id === match.account);
  if (!account) throw new Error('a line was matched to an account that was not read');
  if (book.stopped.has(line.currency)) return waits(line, 'reconciliation-open');
  return {
    id: line.id,
    phase: 'matched',
    reason: match.rule,
    clientAccountId: account.id,
    loanId: loanOf(line, account),
  };
}
