import type { CreditInput } from '#domain/accounts/account.ts';
import { Refusal } from '#domain/errors.ts';
import { accountCredit } from '#domain/ledger/postings.ts';
import { conversionRate, convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type MaximumByCurrency, requireWithinMaximum } from '#domain/money/maximum.ts';
import { type Money, minorToDecimalString, money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { lockChainHead } from '../audit/chain.ts';
import { absentClient } from '../audit/earlier-act.ts';
import type { Db } from '../db/database.ts';
import { awaitAtCommit, nextMessage } from '../db/statement-batch.ts';
import { newClientLine, type Recorded, recordTransactions } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClients } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { rateDays, ratesByCurrency } from '../rates/queries.ts';
import {
  attempt,
  type Call,
  continueAccepted,
  type Outcome,
  resultOf,
  sharedTransaction,
  type Work,
  writeSoFar,
} from '../work/work.ts';
import { accountsWithBalance, keepPeople } from './queries.ts';

export interface Credited {
  readonly creditedMinor: number;
  readonly balanceMinor: number;
  readonly currency: CurrencyCode;
  readonly referenceNumber: string;
}

/**
 * What the account gets and, when another currency was received, the rate it was converted at.
 * @param maximum of a credit: neither what was received nor what the account gets may be more.
 */
function inAccountCurrency(
  original: Money,
  currency: CurrencyCode,
  rates: ReadonlyMap<string, string>,
  maximum: MaximumByCurrency,
): { credited: Money; rate: string | null } {
  requireWithinMaximum(original, maximum, 'amountMinor');
  if (original.currency === currency) return { credited: original, rate: null };
  const pair = {
    eurRateFrom: knownRate(rates, original.currency),
    eurRateTo: knownRate(rates, currency),
  };
  const credited = convert(original, currency, pair);
  // An amount worth less than half a cent would credit nothing.
  if (credited.amountMinor === 0)
    throw new Refusal('request.invalid', {}, [{ field: 'amountMinor', message: 'validation.amount.min' }]);
  requireWithinMaximum(credited, maximum, 'amountMinor');
  return { credited, rate: conversionRate(pair) };
}

/** The day of a conversion's rate: the older one, when each of the two currencies has its own. */
function dayOfConversion(
  currencies: readonly CurrencyCode[],
  days: ReadonlyMap<string, string>,
): string | null {
  return currencies.flatMap((currency) => days.get(currency) ?? []).sort()[0] ?? null;
}

function knownRate(rates: ReadonlyMap<string, string>, currency: CurrencyCode): string {
  const rate = rates.get(currency);
  if (!rate) throw new Refusal('rate.unknown', { currency });
  return rate;
}

/** The most that a credit may bring today: calls of one transaction are of one moment. */
const maximumOfCredits = (tx: Db, [first]: readonly Call<unknown>[]) =>
  parameterOn(tx, legalDay(first?.work.now ?? new Date(0)), 'maximum.credit');

export type CreditOrder = CreditInput & { readonly id: string };

/**
 * Credits clients' accounts with money received. Another currency is converted at the dated rate; the client's line keeps the original
 * amount, its currency and the rate (docs/rules.md, Currencies). Each call has its own verdict: `not-found`; `client.removed`; `rate.unknown`;
 * `request.invalid` for an amount worth nothing in the account's currency, or above the maximum; `ledger.balance-too-high`.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one group of postings in the order of decision 0016, whose cost is measured before it is cut.
export async function creditAccounts(calls: readonly Call<CreditOrder>[]): Promise<Outcome<Credited>[]> {
  const tx = sharedTransaction(calls);
  const [accounts, maximum] = await Promise.all([
    accountsWithBalance(
      tx,
      calls.map(({ input }) => input.id),
    ),
    maximumOfCredits(tx, calls),
  ]);
  const needsRates = calls.some(({ input }) => accounts.get(input.id)?.currency !== input.currency);
  const [rates, days] = needsRates
    ? await Promise.all([ratesByCurrency(tx), rateDays(tx)])
    : [new Map<string, string>(), new Map<string, string>()];

  const absent = new Map<string, Refusal>();
  for (const { input } of calls)
    if (!accounts.has(input.id)) absent.set(input.id, await absentClient(tx, input.id));

  const prepared = calls.map(({ work, input }) =>
    attempt(() => {
      const account = accounts.get(input.id);
      if (!account) throw absent.get(input.id);
      const { id, userId, email, emailVerified, ledgerAccountId } = account;
      const currency = account.currency as CurrencyCode;
      const original = money(input.amountMinor, input.currency);
      const { credited, rate } = inAccountCurrency(original, currency, rates, maximum);
      return {
        work,
        input,
        account: { id, userId, email, emailVerified, ledgerAccountId, currency },
        original,
        credited,
        rate,
      };
    }),
  );
  return continueAccepted(prepared, async (credits) => {
    const lined = credits.map((credit) => ({ ...credit, line: newClientLine(credit.work, 'CRD') }));
    const recorded = recordTransactions(
      tx,
      lined.map(({ work, input, account, original, credited, rate, line }) => ({
        work,
        account,
        posting: accountCredit(account, original, credited),
        causeId: account.id,
        line,
        description: input.description,
        ...(rate === null
          ? {}
          : {
              original: {
                ...original,
                rate,
                rateAsOf: dayOfConversion([original.currency, account.currency], days),
              },
            }),
      })),
    );
    // Awaited below; an earlier failure fails the transaction.
    awaitAtCommit(recorded);
    // In the order of docs/lock-order.md: the ledger's accounts, the people, the counters of mails, the chain.
    awaitAtCommit(
      keepPeople(
        tx,
        credits.map(({ account }) => account.id),
      ),
    );
    // Before the chain: counting a mail to an unproved address may wait for a lock.
    await notifyClients(
      tx,
      lined.map(({ work, input, account, credited, line }) => ({
        work,
        userId: account.userId,
        ...(account.emailVerified ? { email: account.email } : {}),
        kind: 'account-credited',
        params: {
          amountMinor: credited.amountMinor,
          currency: account.currency,
          description: input.description,
          referenceNumber: line.referenceNumber,
        },
      })),
    );
    lockChainHead(tx);
    await nextMessage();
    // Notifications do not depend on the answer: the database writes them meanwhile.
    writeSoFar(
      tx,
      credits.map(({ work }) => work),
    );
    const movements = await recorded;
    // A refusal by the ledger rolls the transaction back, notifications included; the other calls are run again alone.
    const done = credits.map((credit, index) => ({ ...credit, movement: resultOf(movements.slice(index)) }));
    return Promise.all(done.map(async (credit) => ({ result: await announceCredit(credit) })));
  });
}

/** Writes the audit line of a credit and announces it to the screens. */
async function announceCredit({
  work,
  input,
  account,
  original,
  credited,
  rate,
  movement,
}: {
  readonly work: Work;
  readonly input: CreditOrder;
  readonly account: { readonly id: string; readonly userId: string; readonly currency: CurrencyCode };
  readonly original: Money;
  readonly credited: Money;
  readonly rate: string | null;
  readonly movement: Recorded;
}): Promise<Credited> {
  const { currency } = account;
  audit(work, {
    operation: 'accounts.credit',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { balanceMinor: movement.balanceAfterMinor - credited.amountMinor, currency },
    after: {
      balanceMinor: movement.balanceAfterMinor,
      creditedMinor: credited.amountMinor,
      currency,
      ...(rate === null
        ? {}
        : {
            original: `${minorToDecimalString(original.amountMinor, original.currency)} ${original.currency}`,
            rate,
          }),
      description: input.description,
      referenceNumber: movement.referenceNumber,
    },
  });
  await announce(work, { userId: account.userId, staff: true }, ['account', 'transactions', 'clients']);
  return {
    creditedMinor: credited.amountMinor,
    balanceMinor: movement.balanceAfterMinor,
    currency,
    referenceNumber: movement.referenceNumber,
  };
}

/** The same for one account. @throws Refusal */
export async function creditAccount(work: Work, accountId: string, input: CreditInput): Promise<Credited> {
  return resultOf(await creditAccounts([{ work, input: { ...input, id: accountId } }]));
}
