import type * as z from 'zod/mini';
import type { payee, payeeCheck } from '#contract/payees.ts';
import { endOfCheck } from './payee-checks.ts';
import type { PayeeCheckRow, PayeeRow } from './queries.ts';

/** A check as the client who asked sees it. @param isInside whether a transfer to the IBAN stays inside the house. */
export function presentCheck(row: PayeeCheckRow, isInside: boolean): z.infer<typeof payeeCheck> {
  return {
    id: row.id,
    result: row.result,
    name: row.returnedName,
    reason: row.reason,
    reference: row.reference,
    isSimulated: row.provider === 'simulated',
    isInside,
    answeredAt: row.answeredAt.toISOString(),
    expiresAt: endOfCheck(row.answeredAt).toISOString(),
  };
}

/** A payee that was just written: when it was used is not read again. */
export function presentPayee(row: PayeeRow): z.infer<typeof payee> {
  const { id, name, nickname, iban, bankName, address } = row;
  return { id, name, nickname, iban, bankName, address, lastUsedAt: null, checkedAt: null };
}
