import { MAX_BOOKED_MINOR, readAmount } from './amounts.ts';
import { count, flag, isCredit, requiredDay } from './camt-words.ts';
import {
  type ChargesDraft,
  type EntryAmount,
  type EntryDraft,
  newEntry,
  newTransaction,
  type TransactionDraft,
} from './entry-details.ts';
import { FileFault } from './file-fault.ts';
import {
  accountNumberOf,
  around,
  type Element,
  identifierOf,
  referenceOf,
  textOf,
} from './message-elements.ts';
import { type BalanceDraft, newBalance, newStatement, type StatementDraft } from './statement-draft.ts';

/** Where the reading of a camt message stands. */
export interface CamtState {
  messageId: string | null;
  createdAt: string | null;
  /** `MsgPgntn`: which part of the bank's message a file is, and whether it is the last. */
  messagePage: number | null;
  isLastMessage: boolean | null;
  statement: StatementDraft;
  balance: BalanceDraft;
  entry: EntryDraft;
  transaction: TransactionDraft;
  charges: ChargesDraft;
  endOfHeader(): void;
  endOfEntry(): void;
  endOfStatement(): void;
}

type CamtElement = Element<CamtState>;
const text = textOf<CamtState>;

export const newCamtState = (
  ends: Pick<CamtState, 'endOfHeader' | 'endOfEntry' | 'endOfStatement'>,
): CamtState => {
  const transaction = newTransaction();
  return {
    messageId: null,
    createdAt: null,
    messagePage: null,
    isLastMessage: null,
    statement: newStatement(),
    balance: newBalance(),
    entry: newEntry(),
    transaction,
    charges: transaction.charges,
    ...ends,
  };
};

/** An element with a day as a date or as a moment. */
const day = (set: (state: CamtState, day: string) => void): CamtElement => {
  const either = text((state, word) => set(state, requiredDay(word)));
  return around({ Dt: either, DtTm: either });
};

/** An amount of an entry, also where nothing counts it: one that is no amount refuses its file (PAY-18). */
function amountOf(word: string, currency: string): EntryAmount {
  const amountMinor = readAmount(word, currency);
  if (amountMinor > MAX_BOOKED_MINOR) throw new FileFault('file.amount', word);
  return { amountMinor, currency };
}

const amount = (set: (state: CamtState, amount: EntryAmount) => void): CamtElement => ({
  text: (state, word, currency) => set(state, amountOf(word, currency)),
  isNeverEmpty: true,
});

/** A party whose name stands under `Nm`, or under `Pty/Nm` since version 06. */
const party = (side: 'debtor' | 'creditor'): CamtElement => {
  const name = text((state, word) => {
    state.transaction[side].name ??= word;
  });
  return around({ Nm: name, Pty: around({ Nm: name }) });
};

const partyAccount = (side: 'debtor' | 'creditor'): CamtElement =>
  around({
    Id: around({
      IBAN: text((state, word) => {
        state.transaction[side].iban = accountNumberOf(word);
      }),
    }),
  });

const startRecord = (state: CamtState) => {
  state.charges.records.push({ amount: { amountMinor: 0, currency: '' }, isCredit: false });
};
const ofRecord = (set: (record: ChargesDraft['records'][number], word: string, currency: string) => void) =>
  text((state, word, currency) => {
    const record = state.charges.records.at(-1);
    if (record) set(record, word, currency);
  });
const recordAmount = ofRecord((record, word, currency) => {
  record.amount = amountOf(word, currency);
});
const recordSign = ofRecord((record, word) => {
  record.isCredit = isCredit(word);
});

/** Charges: in versions 02 and 03 each is an element of its own, later a total with records. */
const charges = (of: (state: CamtState) => ChargesDraft): CamtElement => ({
  begin(state) {
    state.charges = of(state);
  },
  children: {
    TtlChrgsAndTaxAmt: amount((state, total) => {
      state.charges.total ??= total;
    }),
    Amt: {
      begin: startRecord,
      text: (state, word, currency) => recordAmount.text?.(state, word, currency),
    },
    CdtDbtInd: recordSign,
    Rcrd: { begin: startRecord, children: { Amt: recordAmount, CdtDbtInd: recordSign } },
  },
});

const reference = (set: (transaction: TransactionDraft, reference: string | null) => void): CamtElement =>
  text((state, word) => set(state.transaction, referenceOf(word)));

const returnReason = text((state, word) => {
  state.transaction.returnReason ??= word;
});

/** A code of ISO: domain, family and sub-family. */
const domainCode = (
  of: (state: CamtState) => string[],
  more: Record<string, CamtElement> = {},
): CamtElement => {
  const part = text((state, word) => void of(state).push(word));
  return around({ Domn: around({ Cd: part, Fmly: around({ Cd: part, SubFmlyCd: part }) }), ...more });
};

const transaction: CamtElement = {
  begin(state) {
    state.transaction = newTransaction();
    state.entry.transactions.push(state.transaction);
  },
  children: {
    Refs: around({
      EndToEndId: reference((one, word) => {
        one.endToEndId = word;
      }),
      AcctSvcrRef: reference((one, word) => {
        one.bankRef = word;
      }),
      PmtInfId: reference((one, word) => {
        one.paymentId = word;
      }),
      MsgId: reference((one, word) => {
        one.messageId = word;
      }),
    }),
    Amt: amount((state, value) => {
      state.transaction.amount = value;
    }),
    CdtDbtInd: text((state, word) => {
      state.transaction.isCredit = isCredit(word);
    }),
    AmtDtls: around({
      TxAmt: around({
        Amt: amount((state, value) => {
          state.transaction.transactionAmount = value;
        }),
      }),
      InstdAmt: around({
        Amt: amount((state, value) => {
          state.transaction.instructedAmount = value;
        }),
      }),
    }),
    Chrgs: charges((state) => state.transaction.charges),
    RltdPties: around({
      Dbtr: party('debtor'),
      DbtrAcct: partyAccount('debtor'),
      Cdtr: party('creditor'),
      CdtrAcct: partyAccount('creditor'),
    }),
    RmtInf: around({
      Ustrd: text((state, word) => {
        state.transaction.unstructured.push(word);
      }),
      Strd: around({
        CdtrRefInf: around({
          Ref: text((state, word) => {
            const { structuredReference: before } = state.transaction;
            const reference = referenceOf(word);
            // Of two nobody is paid (PAY-27): both are kept.
            if (reference)
              state.transaction.structuredReference = before ? `${before} ${reference}` : reference;
          }),
        }),
        AddtlRmtInf: text((state, word) => {
          state.transaction.additional.push(word);
        }),
      }),
    }),
    RtrInf: {
      begin(state) {
        state.transaction.isReturn = true;
      },
      children: { Rsn: around({ Cd: returnReason, Prtry: returnReason }) },
    },
    BkTxCd: domainCode((state) => state.transaction.domainCode),
    AddtlTxInf: text((state, word) => {
      state.transaction.text ??= word;
    }),
  },
};

const status = (state: CamtState, word: string) => {
  state.entry.status = word;
};

/** Refuses a second amount or direction of the same thing: nobody says which of them counts. @throws FileFault `file.malformed` */
function requireFirst(before: unknown, what: string): void {
  if (before !== null) throw new FileFault('file.malformed', `a second ${what}`);
}

const entry: CamtElement = {
  begin(state) {
    state.entry = newEntry();
  },
  end: (state) => state.endOfEntry(),
  children: {
    Amt: amount((state, value) => {
      requireFirst(state.entry.amount, 'Amt');
      state.entry.amount = value;
    }),
    CdtDbtInd: text((state, word) => {
      requireFirst(state.entry.isCredit, 'CdtDbtInd');
      state.entry.isCredit = isCredit(word);
    }),
    RvslInd: text((state, word) => {
      state.entry.reversal = flag(word);
    }),
    // A code since version 06, a word before.
    Sts: { text: status, children: { Cd: { text: status }, Prtry: { text: status } } },
    BookgDt: day((state, value) => {
      state.entry.bookingDay = value;
    }),
    ValDt: day((state, value) => {
      state.entry.valueDay = value;
    }),
    AcctSvcrRef: text((state, word) => {
      state.entry.bankRef = referenceOf(word);
    }),
    BkTxCd: domainCode((state) => state.entry.domainCode, {
      Prtry: around({
        Cd: text((state, word) => {
          state.entry.proprietaryCode = word;
        }),
      }),
    }),
    Chrgs: charges((state) => state.entry.charges),
    NtryDtls: around({
      Btch: {
        begin(state) {
          state.entry.batch ??= { count: null, paymentId: null, messageId: null };
        },
        children: {
          NbOfTxs: text(({ entry: { batch } }, word) => {
            if (batch) batch.count = (batch.count ?? 0) + count(word);
          }),
          PmtInfId: text(({ entry: { batch } }, word) => {
            if (batch) batch.paymentId ??= referenceOf(word);
          }),
          MsgId: text(({ entry: { batch } }, word) => {
            if (batch) batch.messageId ??= referenceOf(word);
          }),
        },
      },
      TxDtls: transaction,
    }),
    AddtlNtryInf: text((state, word) => {
      state.entry.text = word;
    }),
  },
};

const balance: CamtElement = {
  begin(state) {
    state.balance = newBalance();
    state.statement.balances.push(state.balance);
  },
  children: {
    Tp: around({
      CdOrPrtry: around({
        Cd: text((state, word) => {
          state.balance.type = word;
        }),
      }),
      SubTp: around({
        Cd: text((state, word) => {
          state.balance.isIntermediate = word === 'INTM';
        }),
      }),
    }),
    // Of another kind than those that count it is not looked at (PAY-21).
    Amt: text((state, word, currency) => {
      requireFirst(state.balance.amount, 'Amt');
      state.balance.amount = { text: word, currency };
    }),
    CdtDbtInd: text((state, word) => {
      requireFirst(state.balance.isCredit, 'CdtDbtInd');
      state.balance.isCredit = isCredit(word);
    }),
    Dt: day((state, value) => {
      state.balance.day = value;
    }),
  },
};

const accountNumber = text((state, word) => {
  state.statement.account ??= accountNumberOf(word);
});

const pages = around<CamtState>({
  PgNb: text((state, word) => {
    state.statement.page = count(word);
  }),
  LastPgInd: text((state, word) => {
    state.statement.lastPage = flag(word);
  }),
});

/** A statement (`Stmt`) or a notification (`Ntfctn`): the same elements, save that a notification has no balances. */
const statement: CamtElement = {
  begin(state) {
    state.statement = newStatement();
  },
  end: (state) => state.endOfStatement(),
  children: {
    Id: text((state, word) => {
      state.statement.id = identifierOf(word);
    }),
    StmtPgntn: pages,
    NtfctnPgntn: pages,
    ElctrncSeqNb: text((state, word) => {
      state.statement.sequence = identifierOf(word);
    }),
    Acct: around({
      Id: around({ IBAN: accountNumber, Othr: around({ Id: accountNumber }) }),
      Ccy: text((state, word) => {
        state.statement.currency = identifierOf(word);
      }),
    }),
    Bal: balance,
    Ntry: entry,
  },
};

const header: CamtElement = {
  end: (state) => state.endOfHeader(),
  children: {
    MsgId: text((state, word) => {
      state.messageId = word;
    }),
    CreDtTm: text((state, word) => {
      state.createdAt = word;
    }),
    MsgPgntn: around({
      PgNb: text((state, word) => {
        state.messagePage = count(word);
      }),
      LastPgInd: text((state, word) => {
        state.isLastMessage = flag(word);
      }),
    }),
  },
};

/** What stands under `Document` in each of the two kinds. */
export const CAMT_ELEMENTS: Readonly<Record<'camt.053' | 'camt.054', CamtElement>> = {
  'camt.053': around({ BkToCstmrStmt: around({ GrpHdr: header, Stmt: statement }) }),
  'camt.054': around({ BkToCstmrDbtCdtNtfctn: around({ GrpHdr: header, Ntfctn: statement }) }),
};
