/** What a posting rests on (PAY-65), kept with it: the line or statement of our bank, a batch of transfers, or one order. */
export type LedgerDocument =
  | {
      readonly kind: 'bank-line';
      readonly statementId: string;
      readonly lineId: string;
      /** The key that the entry has whatever file brings it (PAY-20). */
      readonly entryKey: string;
    }
  | { readonly kind: 'bank-statement'; readonly bankAccountId: string; readonly statementId: string | null }
  | { readonly kind: 'batch'; readonly batchId: string }
  | { readonly kind: 'order'; readonly orderId: string };
