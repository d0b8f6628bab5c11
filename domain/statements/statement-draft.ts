/** A balance while it is read. */
export interface BalanceDraft {
  type: string | null;
  /** Whether it stands between two parts of a statement (`SubTp` INTM). */
  isIntermediate: boolean;
  /** As it is written. */
  amount: { readonly text: string; readonly currency: string } | null;
  isCredit: boolean | null;
  day: string | null;
}

/** A statement or a notification while it is read; its entries have gone on. */
export interface StatementDraft {
  id: string | null;
  sequence: string | null;
  account: string | null;
  currency: string | null;
  page: number | null;
  lastPage: boolean | null;
  balances: BalanceDraft[];
}

export const newBalance = (): BalanceDraft => ({
  type: null,
  isIntermediate: false,
  amount: null,
  isCredit: null,
  day: null,
});

export const newStatement = (): StatementDraft => ({
  id: null,
  sequence: null,
  account: null,
  currency: null,
  page: null,
  lastPage: null,
  balances: [],
});
