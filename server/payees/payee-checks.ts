import { Refusal, type RefusalParams } from '#domain/errors.ts';
import {
  decisionOf,
  MAX_UNFOLLOWED_CHECKS,
  PAYEE_CHECK_MINUTES,
  type PayeeCheckResult,
} from '#domain/payees/payee-check.ts';
import { lockBalance } from '../ledger/post.ts';
import type { Work } from '../work/work.ts';
import { type AskedPayee, requireFewChecks } from './ask-payee.ts';
import { decideCheck, insertCheck, lockCheck, type PayeeCheckRow } from './queries.ts';

const MINUTE_MS = 60_000;

/** When a check no longer serves an order (PAY-16). */
export const endOfCheck = (answeredAt: Date) =>
  new Date(answeredAt.getTime() + PAYEE_CHECK_MINUTES * MINUTE_MS);

/** The row of an answered question. */
function rowOf(
  work: Work,
  accountId: string,
  { question, answer, provider, reference, askedAt, answeredAt, wording }: AskedPayee,
): Parameters<typeof insertCheck>[1] {
  return {
    id: work.newId(),
    clientAccountId: accountId,
    orderKind: question.orderKind,
    iban: question.iban,
    typedName: question.name,
    result: answer.result,
    returnedName: answer.result === 'close-match' ? answer.name : null,
    reason: answer.result === 'not-possible' ? answer.reason : null,
    provider,
    reference,
    askedAt,
    answeredAt,
    wording,
  };
}

/**
 * Keeps a check that its client will decide on. Counted under the lock of the account, so that many at once tell no more than twenty.
 * @throws Refusal `payee-check.too-many`.
 */
export async function keepCheck(
  work: Work,
  account: { readonly id: string; readonly ledgerAccountId: string },
  asked: AskedPayee,
): Promise<PayeeCheckRow> {
  await lockBalance(work, account.ledgerAccountId);
  const kept = await insertCheck(work.tx, rowOf(work, account.id, asked));
  await requireFewChecks(work.tx, account.id, work.now, MAX_UNFOLLOWED_CHECKS);
  return kept;
}

/** Keeps a check whose result asks the client nothing, together with its order. @returns its id. */
export async function keepFollowedCheck(
  work: Work,
  accountId: string,
  asked: AskedPayee,
  withdrawalId: string,
): Promise<string> {
  const { id } = await insertCheck(work.tx, {
    ...rowOf(work, accountId, asked),
    decision: 'accepted',
    decidedAt: work.now,
    withdrawalId,
  });
  return id;
}

/** What a check says, as the parameters of the refusal that asks its client to decide. */
export function checkParams(check: PayeeCheckRow): RefusalParams {
  return {
    payeeCheckId: check.id,
    result: check.result,
    ...(check.returnedName === null ? {} : { name: check.returnedName }),
    ...(check.reason === null ? {} : { reason: check.reason }),
  };
}

/** The refusal of an order whose check its client has not decided on (PAY-15). */
export const checkRequired = (check: PayeeCheckRow) =>
  new Refusal('transfer.payee-check-required', checkParams(check));

/**
 * Uses a check for an order: its IBAN, its name or the holder's, its result accepted knowing (PAY-15).
 * @param order `acceptedResult` is the result that the client went on with.
 * @throws Refusal `not-found` for one that is not theirs; `payee-check.expired` for one that served already, is older than ten minutes or is about another IBAN or name;
 * `transfer.payee-check-required` when its result was not accepted.
 */
export async function useCheck(
  work: Work,
  accountId: string,
  order: {
    readonly checkId: string;
    readonly withdrawalId: string;
    readonly iban: string;
    readonly name: string;
    readonly acceptedResult?: PayeeCheckResult | undefined;
  },
): Promise<void> {
  const check = await lockCheck(work.tx, accountId, order.checkId);
  if (!check) throw new Refusal('not-found');
  if (check.decision !== null || check.iban !== order.iban || work.now > endOfCheck(check.answeredAt))
    throw new Refusal('payee-check.expired');
  const decision = decisionOf(check, order);
  if (decision === 'unknown-name') throw new Refusal('payee-check.expired');
  if (decision === 'undecided') throw checkRequired(check);
  await decideCheck(work.tx, check.id, {
    decision,
    decidedAt: work.now,
    withdrawalId: order.withdrawalId,
  });
}
