import { ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { minorToDecimalString, money } from '#domain/money/money.ts';
import type { LegalParameter } from '#domain/parameters/legal-parameters.ts';
import { isOwnName, ownPayeeName } from '#domain/payees/payee.ts';
import { legalDay } from '#domain/time/days.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import { FIRST_TRANSFER_PHASE, type TransferPhase } from '#domain/withdrawals/phases.ts';
import { availableMinor, minimumWithdrawalMinor, type WithdrawalInput } from '#domain/withdrawals/request.ts';
import type { Device } from '../auth/sessions/sessions.ts';
import type { Db } from '../db/database.ts';
import { heldMinor } from '../db/held-amount.ts';
import { lockBalance } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { AskedPayee } from '../payees/ask-payee.ts';
import { keepFollowedCheck, useCheck } from '../payees/payee-checks.ts';
import { addressOf } from '../payees/queries.ts';
import { euroValueNow } from '../rates/euro-value.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import { type Hold, judgeOrder, keepHold } from './holds/judge-order.ts';
import { requireInstant } from './instant/require-instant.ts';
import { requireWithinLimits } from './limits/require-within-limits.ts';
import { accountForWithdrawal, accountOfIban, insertWithdrawal, type WithdrawalRow } from './queries.ts';

export interface WithdrawalRequested {
  readonly withdrawal: WithdrawalRow;
  /** What can still be withdrawn once this amount is held. */
  readonly availableMinor: number;
}

/** The refusal of a transfer to the account it leaves (PAY-34). */
export const sameAccount = () =>
  new Refusal('transfer.same-account', {}, [{ field: 'iban', message: 'validation.iban.own' }]);

/**
 * No order leaves an account whose assets are frozen (PAY-62). The refusal says nothing of a freeze.
 * @throws Refusal `transfer.not-possible`.
 */
export function requireUnblocked({ isBlocked }: { readonly isBlocked: boolean }): void {
  if (isBlocked) throw new Refusal('transfer.not-possible');
}

/**
 * Who an order pays: whom it names, or the client. A call of a demonstration that names nobody means the client's own account at another bank (PAY-11).
 * @throws Refusal `request.invalid` for a live order without a name.
 */
function recipientOf({ recipientName }: WithdrawalInput, clientName: string, mode: 'demo' | 'live') {
  if (recipientName === undefined && mode === 'live')
    throw new Refusal('request.invalid', {}, [{ field: 'recipientName', message: 'validation.required' }]);
  const name = recipientName ?? ownPayeeName(clientName);
  return { name, isOwnAccount: isOwnName(name, clientName) };
}

/** How an order came to be asked for. */
export interface OrderOrigin {
  readonly mode: 'demo' | 'live';
  /** The answer about the payee's name, asked before the transaction; null where the input names a check. */
  readonly asked: AskedPayee | null;
  /** The programmed transfer that it is made from (PAY-48): confirmed and checked when that was made. */
  readonly standing?: { readonly payeeCheckId: string | null };
  /** Whether the staff decide each order, or its rules let it go (PAY-39): in `rules` the house's role writes it. */
  readonly approval?: LegalParameter<'transfer.approval'>;
  /** The connection and the browser that it was asked from; none for what a job makes. */
  readonly askedFrom?: Device;
}

/** Keeps the answer about the payee's name with its order, or uses the check that the client decided on. @returns the check's id. */
export async function checkFor(
  work: Work,
  accountId: string,
  order: {
    readonly id: string;
    readonly iban: string;
    readonly name: string;
    readonly input: Pick<WithdrawalInput, 'payeeCheckId' | 'acceptedResult'>;
    readonly asked: AskedPayee | null;
  },
): Promise<string | null> {
  const { payeeCheckId, acceptedResult } = order.input;
  if (payeeCheckId === undefined)
    return order.asked && keepFollowedCheck(work, accountId, order.asked, order.id);
  const { iban, name, id: withdrawalId } = order;
  await useCheck(work, accountId, { checkId: payeeCheckId, withdrawalId, iban, name, acceptedResult });
  return payeeCheckId;
}

/** An order that holds as far as its own account and fields say. */
export interface CheckedOrder {
  readonly account: NonNullable<Awaited<ReturnType<typeof accountForWithdrawal>>>;
  readonly currency: CurrencyCode;
  /** In its electronic form. */
  readonly iban: string;
  readonly recipient: { readonly name: string; readonly isOwnAccount: boolean };
}

/**
 * Reads an order against its own account: smallest and largest amount, another account than its own, a payee.
 * @throws Refusal `request.invalid`; `not-found` for an unknown account; `transfer.same-account`; `transfer.not-possible` under a freeze.
 */
export async function requireOrder(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  mode: 'demo' | 'live',
): Promise<CheckedOrder> {
  const account = await accountForWithdrawal(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  requireUnblocked(account);
  const currency = account.currency as CurrencyCode;
  const minimum = minimumWithdrawalMinor(currency);
  if (input.amountMinor < minimum)
    throw new Refusal('request.invalid', {}, [
      {
        field: 'amountMinor',
        message: 'validation.amount.min',
        params: { min: minorToDecimalString(minimum, currency) },
      },
    ]);
  const iban = normalizeIban(input.iban);
  if (iban === account.iban) throw sameAccount();
  const recipient = recipientOf(input, account.displayName, mode);
  const maximum = await parameterOn(work.tx, legalDay(work.now), 'maximum.transfer');
  requireWithinMaximum(money(input.amountMinor, currency), maximum, 'amountMinor');
  return { account, currency, iban, recipient };
}

/**
 * Locks the account of an order and makes sure that it pays for it, and that its client's limits let it leave.
 * @returns what is available before it, in minor units.
 * @throws Refusal `withdrawal.insufficient-funds` with the available and the requested amount in words; `transfer.limit` (PAY-56).
 */
export async function requireAvailable(
  work: Work,
  { account, currency }: CheckedOrder,
  amountMinor: number,
): Promise<number> {
  const balanceMinor = await lockBalance(work, account.ledgerAccountId);
  const available = availableMinor({
    balanceMinor,
    openWithdrawalsMinor: await heldMinor(work.tx, account.id),
  });
  if (amountMinor > available)
    throw new Refusal(
      'withdrawal.insufficient-funds',
      insufficientFundsParams({ availableMinor: available, requestedMinor: amountMinor, currency }),
    );
  await requireWithinLimits(work, account, amountMinor);
  return available;
}

/** What is available on an account, in minor units: the balance less everything held. */
export async function availableOf(db: Db, accountId: string): Promise<number> {
  const account = await accountForWithdrawal(db, accountId);
  if (!account) throw new Refusal('not-found');
  const openWithdrawalsMinor = await heldMinor(db, accountId);
  return availableMinor({ balanceMinor: account.balanceMinor, openWithdrawalsMinor });
}

/**
 * Where an order begins that no hold rule met: in `rules` it is validated by itself (PAY-39). An IBAN that does not hold, and one that a
 * client of the house has, wait for a person in every mode (PAY-4, PAY-34).
 */
async function phaseWithoutHold(
  work: Work,
  iban: string,
  approval: OrderOrigin['approval'],
): Promise<TransferPhase> {
  if (approval !== 'rules' || !ibanVerdict(iban).ok) return FIRST_TRANSFER_PHASE;
  return (await accountOfIban(work.tx, iban)) ? FIRST_TRANSFER_PHASE : 'validated';
}

/** What a client is told of an order by the phase that it begins in. */
const NOTICE_OF_PHASE = {
  held: 'withdrawal-held',
  validated: 'withdrawal-approved',
} as const satisfies Partial<Record<TransferPhase, NotificationKind>>;

/** Writes an order that waits for the staff, is held for a check of its security, or is validated by its rules, and tells its client. */
export async function insertOrder(
  work: Work,
  { account, currency, iban, recipient }: CheckedOrder,
  {
    id,
    input,
    payeeCheckId,
    hold,
    standing,
    approval,
    askedFrom = null,
  }: Pick<OrderOrigin, 'standing' | 'approval'> & {
    readonly askedFrom?: Device | null | undefined;
    readonly id: string;
    readonly input: WithdrawalInput;
    readonly payeeCheckId: string | null;
    readonly hold: Hold | null;
  },
): Promise<WithdrawalRow> {
  const isInstant = input.instant ?? false;
  // An instant transfer waits for nobody: only a hold, or an IBAN that a client has, keeps it (PAY-43).
  const phase = hold ? 'held' : await phaseWithoutHold(work, iban, isInstant ? 'rules' : approval);
  const withdrawal = await insertWithdrawal(work.tx, {
    id,
    clientAccountId: account.id,
    amount: input.amountMinor,
    currency,
    clientIban: iban,
    ibanValid: ibanVerdict(iban).ok,
    clientBankName: input.bankName,
    recipientName: recipient.name,
    isOwnAccount: recipient.isOwnAccount,
    recipientAddress: recipient.isOwnAccount
      ? null
      : await addressOf(work.tx, account.id, { iban, name: recipient.name }),
    payeeCheckId,
    askedFrom,
    isInstant,
    phase,
    answerBy: hold?.receipt.executeBy ?? null,
    createdAt: work.now,
    dueAt: await dueAt(work, 'withdrawal'),
    amountEur: await euroValueNow(work.tx, input.amountMinor, currency),
  });
  if (hold) await keepHold(work, id, hold);
  const ofPhase: NotificationKind =
    phase === 'held' || phase === 'validated' ? NOTICE_OF_PHASE[phase] : 'withdrawal-requested';
  const notice = standing && phase !== 'held' ? 'standing-order-executed' : ofPhase;
  // What becomes of an instant transfer is told by its answer, a moment later.
  const isTold = !isInstant || phase !== 'validated' || standing !== undefined;
  if (isTold)
    await notifyClient(work, account.userId, notice, {
      amountMinor: withdrawal.amount,
      currency,
      ...(hold ? { dueDate: hold.receipt.executeBy } : {}),
      ...(standing ? { name: recipient.name } : {}),
    });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals', 'account']);
  return withdrawal;
}

/**
 * Records a client's request to withdraw and holds its amount. The ledger account is locked first, so that two requests cannot both
 * count on the same money. An IBAN that does not hold is kept with its verdict and never blocks (docs/rules.md, IBAN).
 * @throws Refusal `request.invalid` below one unit of the currency or above the maximum of a transfer; `withdrawal.insufficient-funds` with the available and the requested
 * amount in words; `not-found` for an unknown account or check; `transfer.same-account` to the account's own IBAN; `payee-check.expired` and
 * `transfer.payee-check-required` for a check of the payee that does not serve this order; what `requireInstant` refuses.
 */
export async function requestWithdrawal(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  { mode, asked, standing, approval, askedFrom }: OrderOrigin,
): Promise<WithdrawalRequested> {
  const order = await requireOrder(work, accountId, input, mode);
  const { account, iban, recipient } = order;
  const available = await requireAvailable(work, order, input.amountMinor);
  if (input.instant) await requireInstant(work, order, input.amountMinor);

  const id = work.newId();
  const payeeCheckId = standing
    ? standing.payeeCheckId
    : await checkFor(work, account.id, { id, iban, name: recipient.name, input, asked });
  const judged = { accountId: account.id, userId: account.userId, iban, payeeCheckId };
  const hold = await judgeOrder(work, { ...judged, amountMinor: input.amountMinor }, mode);
  const how = { payeeCheckId, hold, standing, approval, askedFrom };
  const withdrawal = await insertOrder(work, order, { id, input, ...how });
  return { withdrawal, availableMinor: available - withdrawal.amount };
}
