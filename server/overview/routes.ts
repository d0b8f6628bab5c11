import type { Institution } from '#content/institution/schema.ts';
import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { comparedMonths, monthly } from '#domain/accounts/monthly-flows.ts';
import { Refusal } from '#domain/errors.ts';
import { paymentBan } from '#domain/loans/payment-ban.ts';
import { LOAN_STATUSES, type LoanPhase, propertiesOf } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { shownMinor } from '#domain/money/money.ts';
import type { Permission } from '#domain/operations.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { WITHDRAWAL_STATUSES } from '#domain/withdrawals/status.ts';
import { presentAccount } from '../accounts/present-account.ts';
import { presentTransaction } from '../accounts/present-transaction.ts';
import { accountWithBalance, type TransactionRow } from '../accounts/queries.ts';
import { presentClient } from '../clients/present-client.ts';
import { clientsBy } from '../clients/queries.ts';
import type { Db } from '../db/database.ts';
import { partsOfHouse } from '../db/parts-of-house.ts';
import { movementFacts, movementOf, movementOfTransfer } from '../documents/movement-facts.ts';
import { asHouse, clientOf, type GuardedContext, mayReadField, os, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { presentLoan, presentReviewedLoan } from '../loans/present-loan.ts';
import { isStillListed, loansForReview } from '../loans/queries.ts';
import { positionsOf } from '../loans/servicing/positions.ts';
import { lendersOf } from '../loans/transmission/present-transmission.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { ACTS_OF_ROWS, aloneUpTo, isFourEyesOn } from '../proposals/policy-in-force.ts';
import { countProposals, waitingFor } from '../proposals/queries.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { countTasksOf } from '../tasks/my-tasks.ts';
import {
  presentReviewedWithdrawal,
  presentWithdrawal,
  reviewFacts,
} from '../withdrawals/present-withdrawal.ts';
import { withdrawalsForReview } from '../withdrawals/queries.ts';
import { clientTimeline } from './client-timeline.ts';
import { findAnything } from './find.ts';
import {
  awaitedOfClients,
  balancesByCode,
  countedByName,
  dashboardOf,
  flowsByCurrency,
  newEnquiries,
  recentLoansOf,
  recentTransactions,
  recentWithdrawalsOf,
  recountedBalances,
  sumsOfMonths,
  talliesByName,
} from './queries.ts';
import { readingFor } from './reading-for.ts';
import { trialBalance } from './trial-balance.ts';

/** Rows on the administrator's dashboard (docs/rules.md, Figures). */
const LAST_CLIENTS = 5;
const RECENT_LOANS = 3;
const RECENT_WITHDRAWALS = 2;
const AWAITED = 5;

const FLOW_DAYS = 30;

/** One movement of the caller's with its facts. @throws Refusal `not-found` when it is not theirs. */
async function presentMovement(context: GuardedContext, row: TransactionRow | null) {
  const account = row && (await accountWithBalance(context.db, row.clientAccountId));
  if (!row || !account) throw new Refusal('not-found');
  const { transfer, ...facts } = await movementFacts(asHouse(context).db, row);
  return {
    movement: presentTransaction(row, account.currency as CurrencyCode),
    ...facts,
    transfer: transfer && presentWithdrawal(transfer, context.bank.surroundings.now()),
  };
}

/** Where borrowers of a house without accounts pay to (LC-6); nowhere before a loan is paid out (LC-14). */
const repaymentIbanOf = (institution: Institution, loans: readonly { readonly phase: LoanPhase }[]) =>
  !holdsAccounts(institution) && loans.some(({ phase }) => propertiesOf(phase).stage === 'loan')
    ? (institution.houseIban ?? null)
    : null;

export const overviewRoutes = {
  client: os.overview.client.handler(async ({ input, context }) => {
    const { surroundings, institution } = context.bank;
    const { accountId } = clientOf(context);
    const { db } = context;
    const now = surroundings.now();
    const months = comparedMonths(now, input.timeZone ?? LEGAL_TIME_ZONE);
    const [row, debtRatioPolicyBps, sums, movements, loans, withdrawals] = await Promise.all([
      dashboardOf(db, accountId),
      parameterOn(db, legalDay(now), 'policy.debt-ratio'),
      sumsOfMonths(db, accountId, months),
      recentTransactions(db, accountId),
      recentLoansOf(db, accountId),
      recentWithdrawalsOf(db, accountId),
    ]);
    if (!row) throw new Refusal('not-found');
    // Of what is late the sum is told on the first screen; nothing else is read for it.
    const late = await positionsOf(
      db,
      loans.filter(({ lateInstalments }) => lateInstalments > 0),
      now,
    );
    const { account, profile, balanceMinor, heldMinor, eurRate, emailToProve } = row;
    if (!eurRate) throw new Refusal('rate.unknown', { currency: account.currency });
    return {
      profile: {
        firstName: profile.firstName,
        lastName: profile.lastName,
        displayName: profile.displayName,
        phoneMissing: !profile.phone,
        addressMissing: !profile.address,
        emailToProve,
      },
      account: presentAccount(account, balanceMinor, heldMinor, repaymentIbanOf(institution, loans)),
      eurRate,
      debtRatioPolicyBps,
      lenders: lendersOf(institution),
      received: monthly(sums.now.receivedMinor, sums.before.receivedMinor),
      sent: monthly(sums.now.sentMinor, sums.before.sentMinor),
      borrowedMinor: sums.borrowedMinor,
      pendingCount: row.openLoans + row.openWithdrawals,
      unpaidFees: row.unpaidFees,
      paymentBan: paymentBan(row.loans, now),
      recentTransactions: movements.map((movement) =>
        presentTransaction(movement, account.currency as CurrencyCode),
      ),
      loans: loans.map((one) => presentLoan(one, late.get(one.id))),
      withdrawals: withdrawals.map((row) => presentWithdrawal(row, now)),
    };
  }),

  movement: os.overview.movement.handler(async ({ input, context }) =>
    presentMovement(context, await movementOf(context.db, clientOf(context).accountId, input.id)),
  ),

  movementOfTransfer: os.overview.movementOfTransfer.handler(async ({ input, context }) =>
    presentMovement(context, await movementOfTransfer(context.db, clientOf(context).accountId, input.id)),
  ),

  counts: os.overview.counts.handler(async ({ context }) => {
    const read = readingFor(context);
    const tallies = await (context.isAssignedOnly || context.leavesOut ? countedByName : talliesByName)(
      context.db,
    );
    const mine = await read('tasks.mine', () =>
      countTasksOf(context.db, signedIn(context).userId, context.bank.surroundings.now()),
    );
    const enquiries = await read('enquiries.review', () => newEnquiries(context.db));
    const { userId, roles, permissions } = signedIn(context);
    const now = context.bank.surroundings.now();
    const voter = { userId, roles: roles.map(({ code }) => code), now };
    const toApprove = await read('proposals.approve', async () =>
      countProposals(context.db, await waitingFor(context.db, voter)),
    );
    const count = (reading: Permission, name: string) => read(reading, () => tallies.get(name) ?? 0);
    const byStatus = <Status extends string>(name: string, statuses: readonly Status[]) =>
      Object.fromEntries(statuses.map((status) => [status, tallies.get(`${name}:${status}`) ?? 0])) as Record<
        Status,
        number
      >;
    const house = asHouse(context).db;
    const isOn = await isFourEyesOn(house);
    const acts = isOn ? ACTS_OF_ROWS.filter((operation) => permissions.includes(operation)) : [];
    return {
      clients: count('clients.list', 'clients'),
      activatedClients: count('clients.list', 'activated-clients'),
      loans: count('loans.review', 'loans'),
      pendingLoans: count('loans.review', 'open-loans'),
      withdrawals: count('withdrawals.review', 'withdrawals'),
      pendingWithdrawals: count('withdrawals.review', 'open-withdrawals'),
      fees: count('fees.review', 'fees'),
      openFees: count('fees.review', 'open-fees'),
      mine,
      toApprove,
      newEnquiries: enquiries,
      loansByStatus: read('loans.review', () => byStatus('loans', LOAN_STATUSES)),
      withdrawalsByStatus: read('withdrawals.review', () => byStatus('withdrawals', WITHDRAWAL_STATUSES)),
      isFourEyesOn: isOn,
      aloneUpToEurMinor: acts.length > 0 ? await aloneUpTo(house, acts, now) : {},
      parts: await partsOfHouse(house, context.bank.institution),
    };
  }),

  administrator: os.overview.administrator.handler(async ({ context }) => {
    const now = context.bank.surroundings.now();
    const { db } = context;
    const read = readingFor(context);
    const awaitedKinds = [
      read('fees.review', () => 'fee' as const),
      // A house without accounts takes no deposit (LC-6).
      holdsAccounts(context.bank.institution) ? read('clients.list', () => 'first-deposit' as const) : null,
    ].filter((kind) => kind !== null);
    // Sums over all clients are the house's: they name nobody, and without a file the books would not balance.
    const sums = (tx: Db) => (context.leavesOut ? asHouse(context).db : tx);
    // Today is one of them.
    const fromDay = addDays(legalDay(now), 1 - FLOW_DAYS);
    const [facts, debtRatioPolicyBps, clients, loans, withdrawals, awaited, flows, balances] =
      await db.transaction((tx) =>
        Promise.all([
          reviewFacts(tx, now),
          parameterOn(tx, legalDay(now), 'policy.debt-ratio'),
          read('clients.list', () => clientsBy(tx, { sort: 'newest', after: null, limit: LAST_CLIENTS })),
          read('loans.review', () =>
            loansForReview(tx, {
              conditions: [isStillListed(legalDay(now))],
              after: null,
              limit: RECENT_LOANS,
            }),
          ),
          read('withdrawals.review', () =>
            withdrawalsForReview(tx, { after: null, limit: RECENT_WITHDRAWALS }),
          ),
          awaitedKinds.length > 0 ? awaitedOfClients(tx, { limit: AWAITED, now, kinds: awaitedKinds }) : null,
          read('overview.trialBalance', () => flowsByCurrency(sums(tx), fromDay)),
          read('overview.trialBalance', () => balancesByCode(sums(tx))),
        ]),
      );
    const { rates } = facts;
    const inEuro = (amountOf: (flow: NonNullable<typeof flows>[number]) => number) =>
      shownMinor(
        (flows ?? [])
          .map((flow) => BigInt(euroValueMinor(amountOf(flow), flow.currency, rates)))
          .reduce((sum, value) => sum + value, 0n),
      );
    return {
      // Lists are read with one row more than a page shows.
      lastClients: clients?.slice(0, LAST_CLIENTS).map((row) => presentClient(row, { rates, now })) ?? null,
      recentLoans:
        loans
          ?.slice(0, RECENT_LOANS)
          .map((row) => presentReviewedLoan(row, { rates, now, debtRatioPolicyBps })) ?? null,
      recentWithdrawals:
        withdrawals?.slice(0, RECENT_WITHDRAWALS).map((row) => presentReviewedWithdrawal(row, facts)) ?? null,
      awaited:
        awaited?.map(({ currency, ...row }) => ({
          ...row,
          currency: currency as CurrencyCode,
          amountEurMinor: euroValueMinor(row.amountMinor, currency, rates),
        })) ?? null,
      flows: flows && {
        inEurMinor: inEuro((flow) => flow.receivedMinor),
        outEurMinor: inEuro((flow) => flow.sentMinor),
      },
      trialBalance: balances && trialBalance(balances, context.bank.institution.accountingNumbers),
    };
  }),

  trialBalance: os.overview.trialBalance.handler(async ({ context }) => {
    const { db } = context;
    // One moment of the books: a posting between the two readings would look like a fault.
    const [recounted, kept] = await db.transaction(
      async (tx) => [await recountedBalances(tx), await balancesByCode(tx)] as const,
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    const keptClients = new Map(trialBalance(kept).map((one) => [one.currency, one.clientsMinor]));
    return {
      trialBalance: trialBalance(recounted, context.bank.institution.accountingNumbers).map((one) => ({
        ...one,
        keptDifferenceMinor: (keptClients.get(one.currency) ?? 0) - one.clientsMinor,
      })),
    };
  }),

  find: os.overview.find.handler(({ input, context }) => findAnything(context, input.q)),

  clientTimeline: os.overview.clientTimeline.handler(({ input, context }) =>
    clientTimeline(context.db, input.id, {
      group: input.group,
      cursor: input.cursor,
      limit: input.limit ?? DEFAULT_PAGE,
      day: legalDay(context.bank.surroundings.now()),
      readsNotes: mayReadField(context, 'fields.notes'),
    }),
  ),
};
