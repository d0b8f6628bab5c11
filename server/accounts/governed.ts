import type { CreditInput } from '#domain/accounts/account.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { absentClient } from '../audit/earlier-act.ts';
import type { Db } from '../db/database.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Governed, GovernedFacts } from '../work/governed.ts';
import { activateAccount } from './activate-account.ts';
import { assignIban } from './assign-iban.ts';
import { creditAccount } from './credit-account.ts';
import { giveGesture } from './give-gesture.ts';
import { accountWithBalance, bankDetails } from './queries.ts';

type CreditCall = CreditInput & { readonly id: string };
interface ActivationCall {
  readonly id: string;
  readonly receivedMinor: number;
}
type IbanCall = { readonly id: string } & Parameters<typeof assignIban>[2];

async function accountOf(tx: Db, accountId: string) {
  const account = await accountWithBalance(tx, accountId);
  if (!account) throw await absentClient(tx, accountId);
  return account;
}

const onAccount = (accountId: string): Omit<GovernedFacts, 'amount' | 'seen'> => ({
  clientAccountId: accountId,
  subjectId: accountId,
  conditions: [],
  deadline: null,
});

const credit: Governed<CreditCall> = {
  operation: 'accounts.credit',
  async facts(tx, input, now) {
    const { isActivated } = await accountOf(tx, input.id);
    const isGesture = input.motive === 'gesture';
    const isLarge =
      isGesture && input.amountMinor > (await parameterOn(tx, legalDay(now), 'gesture.secondPersonAbove'));
    return {
      ...onAccount(input.id),
      amount: money(input.amountMinor, input.currency),
      conditions: isLarge ? ['largeGesture'] : [],
      seen: { isActivated },
    };
  },
  execute: (work, input, { institution }) =>
    input.motive === 'gesture'
      ? giveGesture(work, input.id, input, institution)
      : creditAccount(work, input.id, input),
};

const activation: Governed<ActivationCall> = {
  operation: 'accounts.activate',
  async facts(tx, input) {
    const { isActivated, currency } = await accountOf(tx, input.id);
    const amount = money(input.receivedMinor, currency as CurrencyCode);
    return { ...onAccount(input.id), amount, seen: { isActivated } };
  },
  execute: (work, input, { institution }) =>
    activateAccount(work, input.id, input.receivedMinor, institution),
};

const ibanAssignment: Governed<IbanCall> = {
  operation: 'accounts.assignIban',
  async facts(tx, input, _now, _makerId, isReading = false) {
    const account = await bankDetails(tx, input.id, { isLocked: !isReading });
    if (!account) throw await absentClient(tx, input.id);
    const { iban } = account;
    return { ...onAccount(input.id), amount: null, seen: { iban } };
  },
  execute: (work, input, { institution }) => assignIban(work, input.id, input, institution),
};

/** What others may have to approve of the acts on an account (FOUR-22). */
export const GOVERNED_ACCOUNT_OPERATIONS = [credit, activation, ibanAssignment];
