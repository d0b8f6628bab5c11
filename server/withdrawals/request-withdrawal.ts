import { ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { minorToDecimalString, money } from '#domain/money/money.ts';
import { isOwnName, ownPayeeName } from '#domain/payees/payee.ts';
import { legalDay } from '#domain/time/days.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import { availableMinor, minimumWithdrawalMinor, type WithdrawalInput } from '#domain/withdrawals/request.ts';
import { INITIAL_WITHDRAWAL_STATUS } from '#domain/withdrawals/status.ts';
import { lockBalance } from '../ledger/post.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { AskedPayee } from '../payees/ask-payee.ts';
import { keepFollowedCheck, useCheck } from '../payees/payee-checks.ts';
import { addressOf } from '../payees/queries.ts';
import type { Work } from '../work/work.ts';
import { accountForWithdrawal, heldMinor, insertWithdrawal, type WithdrawalRow } from './queries.ts';

export interface WithdrawalRequested {
  readonly withdrawal: WithdrawalRow;
  /** What can still be withdrawn once this amount is held. */
  readonly availableMinor: number;
}

/** The refusal of a transfer to the account it leaves (PAY-34). */
export const sameAccount = () =>
  new Refusal('transfer.same-account', {}, [{ field: 'iban', message: 'validation.iban.own' }]);

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

/** Keeps the answer about the payee's name with its order, or uses the check that the client decided on. @returns the check's id. */
export async function checkFor(
  work: Work,
  accountId: string,
  order: {
    readonly id: string;
    readonly iban: string;
    readonly name: string;
    readonly input: WithdrawalInput;
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
 * @throws Refusal `request.invalid`; `not-found` for an unknown account; `transfer.same-account`.
 */
export async function requireOrder(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  mode: 'demo' | 'live',
): Promise<CheckedOrder> {
  const account = await accountForWithdrawal(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
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
 * Locks the account of an order and makes sure that it pays for it.
 * @returns what is available before it, in minor units.
 * @throws Refusal `withdrawal.insufficient-funds` with the available and the requested amount in words.
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
  return available;
}

/**
 * Records a client's request to withdraw and holds its amount. The ledger account is locked first, so that two requests cannot both
 * count on the same money. An IBAN that does not hold is kept with its verdict and never blocks (docs/rules.md, IBAN).
 * @throws Refusal `request.invalid` below one unit of the currency or above the maximum of a transfer; `withdrawal.insufficient-funds` with the available and the requested
 * amount in words; `not-found` for an unknown account or check; `transfer.same-account` to the account's own IBAN; `payee-check.expired` and
 * `transfer.payee-check-required` for a check of the payee that does not serve this order.
 * @param asked the answer about the payee's name, asked before the transaction; null where the input names a check.
 */
export async function requestWithdrawal(
  work: Work,
  accountId: string,
  input: WithdrawalInput,
  { mode, asked }: { readonly mode: 'demo' | 'live'; readonly asked: AskedPayee | null },
): Promise<WithdrawalRequested> {
  const order = await requireOrder(work, accountId, input, mode);
  const { account, currency, iban, recipient } = order;
  const available = await requireAvailable(work, order, input.amountMinor);

  const id = work.newId();
  const payeeCheckId = await checkFor(work, account.id, { id, iban, name: recipient.name, input, asked });
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
    status: INITIAL_WITHDRAWAL_STATUS,
    createdAt: work.now,
  });
  await notifyClient(work, account.userId, 'withdrawal-requested', {
    amountMinor: withdrawal.amount,
    currency,
  });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals', 'account']);
  return { withdrawal, availableMinor: available - withdrawal.amount };
}
