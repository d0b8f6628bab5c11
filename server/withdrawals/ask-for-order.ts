import { normalizeIban } from '#domain/accounts/iban.ts';
import { ownPayeeName } from '#domain/payees/payee.ts';
import { asksClient, type OrderKind } from '#domain/payees/payee-check.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { type GuardedContext, run } from '../http/context.ts';
import { type AskedPayee, askPayee, requireFewChecks } from '../payees/ask-payee.ts';
import { checkRequired, keepCheck } from '../payees/payee-checks.ts';
import { accountOfPayer } from '../payees/payer.ts';

/**
 * Asks about the payee of an order that names no check (PAY-12). What the client must decide on is kept and told, instead of the order.
 * @returns the answer, to be kept with the order; null when the order will be refused for a reason of its own.
 * @throws Refusal `transfer.payee-check-required` with the check; `payee-check.too-many`.
 */
export async function askForOrder(
  context: GuardedContext,
  accountId: string,
  input: WithdrawalInput,
  orderKind: OrderKind = 'transfer',
): Promise<AskedPayee | null> {
  const { bank, db } = context;
  const account = await accountOfPayer(db, accountId);
  const iban = normalizeIban(input.iban);
  const isNamed = input.recipientName !== undefined || bank.institution.mode === 'demo';
  if (!account || account.iban === iban || !isNamed) return null;
  const name = input.recipientName ?? ownPayeeName(account.displayName);
  await requireFewChecks(db, accountId, bank.surroundings.now());
  const asked = await askPayee(bank, { iban, name, orderKind });
  if (
    !asked ||
    !asksClient({
      result: asked.answer.result,
      reason: 'reason' in asked.answer ? asked.answer.reason : null,
    })
  )
    return asked;
  throw checkRequired(await run(context, (work) => keepCheck(work, account, asked)));
}
