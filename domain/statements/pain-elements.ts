import { around, type Element, referenceOf, textOf } from './message-elements.ts';

/** A status with its reason while it is read. */
interface StatusDraft {
  status: string | null;
  reason: string | null;
}

/** Where the reading of a pain.002 stands. */
export interface PainState {
  messageId: string | null;
  createdAt: string | null;
  originalMessageId: string | null;
  group: StatusDraft;
  payments: {
    originalPaymentId: string | null;
    payment: StatusDraft;
    transactions: (StatusDraft & { endToEndId: string | null })[];
  }[];
}

const noStatus = (): StatusDraft => ({ status: null, reason: null });

export const newPainState = (): PainState => ({
  messageId: null,
  createdAt: null,
  originalMessageId: null,
  group: noStatus(),
  payments: [],
});

const text = textOf<PainState>;

/** The reason of a status: a code of ISO, or the bank's own. The first counts. */
const reasonOf = (draft: (state: PainState) => StatusDraft | undefined): Element<PainState> => {
  const reason = text((state, word) => {
    const of = draft(state);
    if (of) of.reason ??= word;
  });
  return around({ Rsn: around({ Cd: reason, Prtry: reason }) });
};

const lastPayment = (state: PainState) => state.payments.at(-1);
const lastTransaction = (state: PainState) => lastPayment(state)?.transactions.at(-1);

/** What stands under `Document` in a pain.002. */
export const PAIN_ELEMENTS: Element<PainState> = around({
  CstmrPmtStsRpt: around({
    GrpHdr: around({
      MsgId: text((state, word) => {
        state.messageId = word;
      }),
      CreDtTm: text((state, word) => {
        state.createdAt = word;
      }),
    }),
    OrgnlGrpInfAndSts: around({
      OrgnlMsgId: text((state, word) => {
        state.originalMessageId = word;
      }),
      GrpSts: text((state, word) => {
        state.group.status = word;
      }),
      StsRsnInf: reasonOf((state) => state.group),
    }),
    OrgnlPmtInfAndSts: {
      begin(state) {
        state.payments.push({ originalPaymentId: null, payment: noStatus(), transactions: [] });
      },
      children: {
        OrgnlPmtInfId: text((state, word) => {
          const payment = lastPayment(state);
          if (payment) payment.originalPaymentId = word;
        }),
        PmtInfSts: text((state, word) => {
          const payment = lastPayment(state);
          if (payment) payment.payment.status = word;
        }),
        StsRsnInf: reasonOf((state) => lastPayment(state)?.payment),
        TxInfAndSts: {
          begin(state) {
            lastPayment(state)?.transactions.push({ endToEndId: null, ...noStatus() });
          },
          children: {
            OrgnlEndToEndId: text((state, word) => {
              const transaction = lastTransaction(state);
              if (transaction) transaction.endToEndId = referenceOf(word);
            }),
            TxSts: text((state, word) => {
              const transaction = lastTransaction(state);
              if (transaction) transaction.status = word;
            }),
            StsRsnInf: reasonOf(lastTransaction),
          },
        },
      },
    },
  }),
});
