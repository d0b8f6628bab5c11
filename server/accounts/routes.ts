import * as z from 'zod/mini';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { clientOf, os, run, runGrouped, runOnce } from '../http/context.ts';
import { DEFAULT_PAGE, decodeKeys, pageBy } from '../http/cursor.ts';
import { activateAccount } from './activate-account.ts';
import { assignIban } from './assign-iban.ts';
import { balanceHistory, historyDays } from './balance-history.ts';
import { creditAccount } from './credit-account.ts';
import { giveGesture } from './give-gesture.ts';
import { presentTransaction } from './present-transaction.ts';
import { nextFreeIban } from './propose-iban.ts';
import {
  accountWithBalance,
  balancesOfMovement,
  movementsByDay,
  sharedIbans,
  transactionsOfAccount,
} from './queries.ts';

/** Where a page of movements ended: the number of its last row. */
const sequenceKeys = z.tuple([z.int().check(z.gte(1))]);

export const accountRoutes = {
  transactions: os.accounts.transactions.handler(async ({ input, context }) => {
    const { db } = context;
    const { accountId } = clientOf(context);
    const limit = input.limit ?? DEFAULT_PAGE;
    const beforeSequence = decodeKeys(input.cursor, sequenceKeys)?.[0] ?? null;
    // What a person asks at one moment is one transaction.
    const [account, rows] = await Promise.all([
      accountWithBalance(db, accountId),
      transactionsOfAccount(db, accountId, { ...input, beforeSequence, limit }),
    ]);
    if (!account) throw new Refusal('not-found');
    const { page, nextCursor } = pageBy(rows, limit, (row) => [row.sequence]);
    return {
      transactions: page.map((row) => presentTransaction(row, account.currency as CurrencyCode)),
      nextCursor,
    };
  }),

  balanceHistory: os.accounts.balanceHistory.handler(async ({ input, context }) => {
    const { timeZone = LEGAL_TIME_ZONE } = input;
    const { surroundings } = context.bank;
    const { accountId } = clientOf(context);
    const days = historyDays(surroundings.now(), timeZone);
    const starts = days.map((day) => startOfDayIn(timeZone, day));
    const [account, moved] = await Promise.all([
      accountWithBalance(context.db, accountId),
      movementsByDay(context.db, accountId, starts),
    ]);
    if (!account) throw new Refusal('not-found');
    return { currency: account.currency as CurrencyCode, days: balanceHistory(days, moved) };
  }),

  credit: os.accounts.credit.handler(async ({ input, context }) => {
    const { institution } = context.bank;
    const credited = await runGrouped(context, input, (work) =>
      input.motive === 'gesture'
        ? giveGesture(work, input.id, input, institution)
        : creditAccount(work, input.id, input),
    );
    const balances = await balancesOfMovement(context.db, credited.referenceNumber);
    // Only a repetition can come after the account and its movements are deleted.
    if (!balances) throw await absentClient(context.db, input.id);
    return { ...credited, ...balances };
  }),

  assignIban: os.accounts.assignIban.handler(({ input, context }) =>
    run(context, (work) => assignIban(work, input.id, input, context.bank.institution)),
  ),

  proposeIban: os.accounts.proposeIban.handler(async ({ context }) => ({
    iban: await nextFreeIban(context.db, context.bank.institution),
    bankName: context.bank.institution.brandName,
  })),

  sharedIbans: os.accounts.sharedIbans.handler(async ({ context }) => ({
    ibans: await sharedIbans(context.db),
  })),

  activate: os.accounts.activate.handler(({ input, context }) =>
    runOnce(context, input, (work) =>
      activateAccount(work, input.id, input.receivedMinor, context.bank.institution),
    ),
  ),
};
