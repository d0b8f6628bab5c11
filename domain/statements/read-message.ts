import type { MessageKind } from './message-kinds.ts';

/** What a right reading of a bank's file gives. Amounts are minor units, positive for a credit and negative for a debit. */

/** `BOOK` alone counts; the others are shown and ignored (PAY-18). */
export type EntryStatus = 'BOOK' | 'PDNG' | 'INFO' | 'FUTR' | (string & {});

/** What is odd about the details of an entry (PAY-25). */
export const ENTRY_ANOMALIES = ['details-missing', 'details-differ', 'currency-differs'] as const;
export type EntryAnomaly = (typeof ENTRY_ANOMALIES)[number];

export interface ReadParty {
  readonly name: string | null;
  readonly iban: string | null;
}

/** One detail of an entry (`TxDtls`). */
export interface ReadTransaction {
  /** Null where the bank gives none and the detail is not alone. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly endToEndId: string | null;
  readonly counterparty: ReadParty;
  /** The account of ours that the order named: a virtual IBAN of a client, or the house's own. */
  readonly ownIban: string | null;
  readonly remittance: string | null;
  /** ISO 11649 or another structured reference of the creditor; several stand side by side with a blank between. */
  readonly structuredReference: string | null;
  /** What the payer says beside a structured reference (`Strd/AddtlRmtInf`); several are joined with a blank. */
  readonly additionalText: string | null;
  /** Whether it gives an order back: `RtrInf`, also without a reason, or the sub-family of its own code. */
  readonly isReturn: boolean;
  /** The code of a return: of ISO, or the bank's own. */
  readonly returnReason: string | null;
  /** What the bank kept back of the amount (PAY-24). The entry is what counts. */
  readonly chargesMinor: number;
  /** `Refs/PmtInfId` and `Refs/MsgId`: a batch of ours that was booked as one debit. */
  readonly paymentId: string | null;
  readonly messageId: string | null;
}

/** A collective entry (`NtryDtls/Btch`). */
export interface ReadBatch {
  readonly count: number | null;
  readonly paymentId: string | null;
  readonly messageId: string | null;
}

export interface ReadEntry {
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: EntryStatus;
  /** `RvslInd`: what kind of thing it is. It never changes the sign. */
  readonly reversal: boolean;
  /** YYYY-MM-DD. */
  readonly bookingDay: string | null;
  /** YYYY-MM-DD; the booking day where the bank names none (PAY-9). */
  readonly valueDay: string | null;
  /** `AcctSvcrRef`, else that of its only detail. */
  readonly bankRef: string | null;
  /** The code of ISO as domain/family/sub-family, else the bank's own. */
  readonly code: string | null;
  readonly isProprietaryCode: boolean;
  readonly batch: ReadBatch | null;
  readonly anomalies: readonly EntryAnomaly[];
  readonly transactions: readonly ReadTransaction[];
  /** `AddtlNtryInf`. */
  readonly text?: string;
  /** `Chrgs` of the entry itself. */
  readonly chargesMinor: number;
}

/** A statement (`Stmt`) or a notification of details (`Ntfctn`), without its entries. */
export interface ReadStatement {
  readonly id: string;
  /** `ElctrncSeqNb`, as it is written. */
  readonly sequence: string | null;
  /** An IBAN without blanks, or the number of the account as it is written. */
  readonly account: string;
  readonly currency: string;
  readonly openingType: 'OPBD' | 'PRCD' | null;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  /** The day of the closing balance. */
  readonly day: string | null;
  /** `StmtPgntn`, `NtfctnPgntn`, or the message of a statement that is cut over several. */
  readonly page: number | null;
  readonly lastPage: boolean | null;
  /** Whether its opening balance is that of the statement: also of one without pages. */
  readonly isFirstPage: boolean;
  readonly bookedCount: number;
  readonly bookedSumMinor: number;
  readonly creditSumMinor: number;
  readonly debitSumMinor: number;
  /** Entries that do not count: pending, informational, future. */
  readonly otherCount: number;
  /** Whether opening + booked = closing; null where a balance is missing. */
  readonly addsUp: boolean | null;
}

export interface ReadHeader {
  readonly kind: MessageKind;
  readonly version: string;
  readonly messageId: string | null;
  /** As it is written. */
  readonly createdAt: string | null;
}

/** An answer of the bank on an order, a payment or a group. */
export interface ReportedStatus {
  readonly status: string;
  readonly reason?: string;
}

/** What a pain.002 says of one of our batches (PAY-36). */
export interface ReadReport {
  readonly originalMessageId: string;
  readonly group: ReportedStatus | null;
  readonly payments: readonly {
    readonly originalPaymentId: string | null;
    readonly payment: ReportedStatus | null;
    readonly transactions: readonly (ReportedStatus & { readonly endToEndId: string | null })[];
  }[];
}

/** Who receives what is read, while it is read: a file of any size needs the memory of one entry. */
export interface MessageSink {
  header(header: ReadHeader): void;
  /** The account of the statement that begins, before its entries. */
  statementBegins(
    about: Pick<
      ReadStatement,
      'id' | 'sequence' | 'account' | 'currency' | 'page' | 'lastPage' | 'isFirstPage'
    >,
  ): void;
  entry(entry: ReadEntry): void;
  statement(statement: ReadStatement): void;
  report(report: ReadReport): void;
}
