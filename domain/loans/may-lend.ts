/** The statuses of institutions that lend (CMF L511-5). */
export const LENDER_STATUSES = ['credit-institution', 'finance-company'] as const;

/** LC-6, CMF L511-5: whether an institution lends itself. A demonstration shows every path of a loan; a live one that does not lend transmits. */
export function mayLend({ mode, status }: { readonly mode: string; readonly status: string }): boolean {
  return mode === 'demo' || (LENDER_STATUSES as readonly string[]).includes(status);
}
