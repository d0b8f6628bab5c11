import { FileFault } from './file-fault.ts';
import { MAX_TEXT } from './message-elements.ts';
import type { EntryAnomaly, ReadBatch, ReadEntry, ReadTransaction } from './read-message.ts';

/** An amount of an entry, without its direction: minor units. */
export interface EntryAmount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** What a bank kept back: the total where it names one, else its records. */
export interface ChargesDraft {
  total: EntryAmount | null;
  records: { amount: EntryAmount; isCredit: boolean }[];
}
export const noCharges = (): ChargesDraft => ({ total: null, records: [] });

interface PartyDraft {
  name: string | null;
  iban: string | null;
}

/** A detail while it is read. */
export interface TransactionDraft {
  amount: EntryAmount | null;
  transactionAmount: EntryAmount | null;
  instructedAmount: EntryAmount | null;
  isCredit: boolean | null;
  endToEndId: string | null;
  bankRef: string | null;
  paymentId: string | null;
  messageId: string | null;
  debtor: PartyDraft;
  creditor: PartyDraft;
  unstructured: string[];
  /** `Strd/AddtlRmtInf`. */
  additional: string[];
  text: string | null;
  structuredReference: string | null;
  /** `RtrInf` stands in it. */
  isReturn: boolean;
  returnReason: string | null;
  /** Its own code of ISO, where it has one beside the entry's. */
  domainCode: string[];
  charges: ChargesDraft;
}

export const newTransaction = (): TransactionDraft => ({
  amount: null,
  transactionAmount: null,
  instructedAmount: null,
  isCredit: null,
  endToEndId: null,
  bankRef: null,
  paymentId: null,
  messageId: null,
  debtor: { name: null, iban: null },
  creditor: { name: null, iban: null },
  unstructured: [],
  additional: [],
  text: null,
  structuredReference: null,
  isReturn: false,
  returnReason: null,
  domainCode: [],
  charges: noCharges(),
});

/** An entry while it is read. */
export interface EntryDraft {
  amount: EntryAmount | null;
  isCredit: boolean | null;
  reversal: boolean;
  status: string | null;
  bookingDay: string | null;
  valueDay: string | null;
  bankRef: string | null;
  domainCode: string[];
  proprietaryCode: string | null;
  batch: { count: number | null; paymentId: string | null; messageId: string | null } | null;
  text: string | null;
  charges: ChargesDraft;
  transactions: TransactionDraft[];
}

export const newEntry = (): EntryDraft => ({
  amount: null,
  isCredit: null,
  reversal: false,
  status: null,
  bookingDay: null,
  valueDay: null,
  bankRef: null,
  domainCode: [],
  proprietaryCode: null,
  batch: null,
  text: null,
  charges: noCharges(),
  transactions: [],
});

/** The sub-family of returns and of refunds of transfers: `PMNT/RCDT/RRTN`. */
export const RETURN_FAMILY = 'RRTN';

const signed = (amountMinor: number, isCredit: boolean): number =>
  isCredit || amountMinor === 0 ? amountMinor : -amountMinor;

/** What was kept back, in minor units of the entry's currency; charges in another currency are not counted. */
function chargesMinor({ total, records }: ChargesDraft, currency: string): number {
  if (total) return total.currency === currency ? total.amountMinor : 0;
  return records
    .filter(({ amount }) => amount.currency === currency)
    .reduce((sum, { amount, isCredit }) => sum - signed(amount.amountMinor, isCredit), 0);
}

/** Texts of a detail as one, without its end where a bank lets hundreds follow; null for none. */
const joined = (texts: readonly string[]): string | null =>
  texts.length > 0
    ? texts
        .join(' ')
        .slice(0, MAX_TEXT)
        // No half of a character is left at the cut.
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
    : null;

/**
 * One detail. Its amount is `Amt`, else `AmtDtls/TxAmt/Amt`, else `AmtDtls/InstdAmt/Amt`, else the entry's when it is all of it (PAY-18). In a
 * reversal or a return the parties keep the roles of the original order, so the other side of a credit is then its creditor.
 */
function transactionOf(
  draft: TransactionDraft,
  entry: { readonly amount: EntryAmount; readonly isCredit: boolean; readonly reversal: boolean },
  isWhole: boolean,
): ReadTransaction {
  const written = draft.amount ?? draft.transactionAmount ?? draft.instructedAmount;
  const amount = written ?? (isWhole ? entry.amount : null);
  const isCredit = draft.isCredit ?? entry.isCredit;
  const keepsRoles = entry.reversal || draft.isReturn;
  const isFromDebtor = isCredit !== keepsRoles;
  const [other, own] = isFromDebtor ? [draft.debtor, draft.creditor] : [draft.creditor, draft.debtor];
  return {
    amountMinor: amount ? signed(amount.amountMinor, isCredit) : null,
    currency: amount?.currency ?? entry.amount.currency,
    endToEndId: draft.endToEndId,
    counterparty: { name: other.name, iban: other.iban },
    ownIban: own.iban,
    remittance: joined(draft.unstructured) ?? draft.text,
    structuredReference: draft.structuredReference,
    additionalText: joined(draft.additional),
    isReturn: draft.isReturn || draft.domainCode[2] === RETURN_FAMILY,
    returnReason: draft.returnReason,
    chargesMinor: chargesMinor(draft.charges, entry.amount.currency),
    paymentId: draft.paymentId,
    messageId: draft.messageId,
  };
}

/** What is odd about the details of an entry (PAY-25). */
function anomaliesOf(
  entry: { readonly amountMinor: number; readonly currency: string; readonly batch: ReadBatch | null },
  transactions: readonly ReadTransaction[],
): EntryAnomaly[] {
  if (transactions.length === 0) return (entry.batch?.count ?? 0) > 1 ? ['details-missing'] : [];
  if (transactions.some(({ currency }) => currency !== entry.currency)) return ['currency-differs'];
  const sum = transactions.reduce((total, { amountMinor }) => total + (amountMinor ?? Number.NaN), 0);
  return sum === entry.amountMinor ? [] : ['details-differ'];
}

/**
 * The entry that a draft holds at its end.
 * @param accountCurrency the currency of the statement.
 * @throws FileFault `file.malformed` for one without amount, direction or status; `file.amount`.
 */
export function entryOf(draft: EntryDraft, accountCurrency: string): ReadEntry {
  const { amount, isCredit, reversal, status } = draft;
  if (!amount) throw new FileFault('file.malformed', 'an entry without Amt');
  if (isCredit === null) throw new FileFault('file.malformed', 'an entry without CdtDbtInd');
  if (!status) throw new FileFault('file.malformed', 'an entry without Sts');
  const { currency } = amount;
  const amountMinor = signed(amount.amountMinor, isCredit);
  const isAlone = draft.transactions.length === 1;
  // The one detail that a bank gives of several is not the whole entry.
  const isWhole = isAlone && (draft.batch?.count ?? 1) <= 1;
  const transactions = draft.transactions.map((one) =>
    transactionOf(one, { amount, isCredit, reversal }, isWhole),
  );
  const [only] = isAlone ? draft.transactions : [];
  const domainCode = draft.domainCode.join('/');
  const { batch } = draft;
  const anomalies = anomaliesOf({ amountMinor, currency, batch }, transactions);
  if (currency !== accountCurrency && !anomalies.includes('currency-differs'))
    anomalies.push('currency-differs');
  return {
    amountMinor,
    currency,
    status,
    reversal,
    bookingDay: draft.bookingDay,
    valueDay: draft.valueDay ?? draft.bookingDay,
    bankRef: draft.bankRef ?? only?.bankRef ?? null,
    code: domainCode || draft.proprietaryCode,
    isProprietaryCode: domainCode === '' && draft.proprietaryCode !== null,
    batch,
    anomalies,
    transactions,
    ...(draft.text === null ? {} : { text: draft.text }),
    chargesMinor: chargesMinor(draft.charges, currency),
  };
}
