import * as z from 'zod/mini';
import { HOUSE_PARTS } from '#domain/desk/house-parts.ts';
import { chartCodes } from '#domain/ledger/chart-of-accounts.ts';
import { loanStatus } from '#domain/loans/phases.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { PROPOSAL_STATUSES } from '#domain/proposals/proposal.ts';
import { HIT_KINDS } from '#domain/search/readings.ts';
import { account, inTimeZone, transaction } from './accounts.ts';
import { clientSummary } from './clients.ts';
import { reviewedFee } from './fees.ts';
import { loan, reviewedLoan } from './loans.ts';
import { route } from './route.ts';
import {
  byId,
  currencyCode,
  id,
  instant,
  movementDetails,
  pageInput,
  pageOutput,
  paymentBan,
} from './values.ts';
import { withdrawalBatch } from './withdrawal-batches.ts';
import { reviewedWithdrawal, withdrawal, withdrawalStatus } from './withdrawals.ts';

const tag = 'Overview';

/** What may have happened to a client. */
export const TIMELINE_KINDS = [
  'account-activated',
  'account-opened',
  'approval-expired',
  'fee-created',
  'fee-declared',
  'fee-paid',
  'iban-assigned',
  'loan-decided',
  'loan-requested',
  'mail-written',
  'movement',
  'note',
  'sessions-ended',
  'sign-in-failed',
  'signed-in',
  'withdrawal-decided',
  'withdrawal-requested',
] as const;

/** One thing that happened to a client. What a kind has nothing to say about is null. */
/** What a reader of the timeline looks for. */
export const TIMELINE_GROUPS = {
  money: ['movement', 'fee-created', 'fee-declared', 'fee-paid'],
  requests: [
    'loan-requested',
    'loan-decided',
    'withdrawal-requested',
    'withdrawal-decided',
    'approval-expired',
  ],
  account: ['account-opened', 'account-activated', 'iban-assigned'],
  notes: ['note'],
  contacts: ['mail-written', 'signed-in', 'sign-in-failed', 'sessions-ended'],
} as const satisfies Readonly<Record<string, readonly (typeof TIMELINE_KINDS)[number][]>>;
export type TimelineGroup = keyof typeof TIMELINE_GROUPS;
export const TIMELINE_GROUP_NAMES = Object.keys(TIMELINE_GROUPS) as TimelineGroup[];

export const timelineEntry = z.object({
  /** Of the movement, request, fee, mail, sign-in, note or act. */
  id,
  at: instant,
  kind: z.enum(TIMELINE_KINDS),
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(currencyCode),
  /**
   * Its description, purpose or bank, as it was written; the template of a mail, the browser of a sign-in, the words of a note, the operation of a
   * proposal.
   */
  text: z.nullable(z.string()),
  /** The event of a movement and the values of its sentence, where its text was not typed. */
  event: z.nullable(z.string()),
  details: movementDetails,
  /** The state that a decision led to. */
  status: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The posting of a movement. */
  postingId: z.nullable(id),
  /** Who did it, when it was not the client. */
  by: z.nullable(z.string()),
});

/** What a client is awaited for: to pay a fee and say so, or to make the first deposit of an account that is not activated. */
export const awaited = z.object({
  kind: z.enum(['fee', 'first-deposit']),
  /** Of the client's account. */
  clientId: id,
  displayName: z.string(),
  amountMinor: z.int(),
  currency: currencyCode,
  amountEurMinor: z.int(),
  since: instant,
});

/** This month against the same days of the last; null when those have nothing to compare with. */
const monthly = z.object({
  thisMonthMinor: z.int(),
  lastMonthMinor: z.int(),
  trendPercent: z.nullable(z.number()),
});

/** A currency of the trial balance: what clients hold, what the house and its loans hold, and their sum, which must be zero. */
const currencyBalance = z.object({
  currency: currencyCode,
  clientsMinor: z.int(),
  houseMinor: z.int(),
  differenceMinor: z.int(),
  /** Each code of the chart, with its number in the institution's own accounting where it gave one. */
  accounts: z.array(
    z.object({
      code: z.enum(chartCodes),
      accountingNumber: z.nullable(z.string()),
      balanceMinor: z.int(),
    }),
  ),
});

/** One movement with what is known of it beside its line: who paid or was paid, what was written with it, the transfer behind it. */
export const movementWithFacts = z.object({
  movement: transaction,
  /** Who paid the money that came, or was paid; null for what has nobody outside: a loan, a credit by hand, a correction. */
  counterpart: z.nullable(
    z.object({
      /** Null for a payee of before names were kept, and for a payer whom our bank does not name. */
      name: z.nullable(z.string()),
      /** The payee's, as the client gave it; a payer's is not told. */
      iban: z.nullable(z.string()),
      bankName: z.nullable(z.string()),
    }),
  ),
  /** What the payer wrote, or what goes back says. */
  message: z.nullable(z.string()),
  /** The reference by which the banks know it. */
  endToEndId: z.nullable(z.string()),
  /** The client's loan that it was paid out of, or that it repaid. */
  loan: z.nullable(z.object({ id, purpose: z.string() })),
  /** The client's transfer that it left by, or came back by. */
  transfer: z.nullable(withdrawal),
});

/**
 * Why a search found a row, where its name does not say it: the field, and of it what the row does not show (the last four characters of a
 * telephone number or IBAN, a payee's name).
 */
const hit = z.nullable(z.object({ by: z.enum(HIT_KINDS), text: z.nullable(z.string()) }));

export const overviewContract = {
  client: route({
    method: 'GET',
    path: '/overview',
    summary: "Everything the client's dashboard shows",
    tag,
    access: 'client',
  })
    .input(z.strictObject(inTimeZone))
    .output(
      z.object({
        profile: z.object({
          firstName: z.string(),
          lastName: z.string(),
          displayName: z.string(),
          phoneMissing: z.boolean(),
          addressMissing: z.boolean(),
          /** Their e-mail address while it is not proved. */
          emailToProve: z.nullable(z.string()),
        }),
        account,
        /** What one euro buys in the account's currency: the offers' rate bands are in euro. */
        eurRate: z.string(),
        /** The share of income that instalments may take by the policy of today, in basis points (LC-22). */
        debtRatioPolicyBps: z.int(),
        /** To whom a house that does not lend hands requests for loans (LC-6); none for one that lends. */
        lenders: z.array(z.object({ code: z.string(), name: z.string(), cib: z.string() })),
        /** Without what is borrowed. */
        received: monthly,
        sent: monthly,
        /** What loans paid into the account this month. */
        borrowedMinor: z.int(),
        pendingCount: z.int(),
        unpaidFees: z.int(),
        paymentBan,
        recentTransactions: z.array(transaction),
        loans: z.array(loan),
        withdrawals: z.array(withdrawal),
      }),
    ),
  movement: route({
    method: 'GET',
    path: '/transactions/{id}',
    summary: 'One movement of the own account with what is known of it: who paid or was paid, its transfer',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(movementWithFacts),
  movementOfTransfer: route({
    method: 'GET',
    path: '/withdrawals/{id}/movement',
    summary: 'The movement with which a transfer left the own account; none before it leaves',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(movementWithFacts),
  counts: route({
    method: 'GET',
    path: '/admin/counts',
    summary:
      'How many there are in each tab of the back office, by state, and how many wait; null where the reader may not list them',
    tag,
    access: 'staff',
  }).output(
    z.object({
      clients: z.nullable(z.int()),
      activatedClients: z.nullable(z.int()),
      loans: z.nullable(z.int()),
      pendingLoans: z.nullable(z.int()),
      withdrawals: z.nullable(z.int()),
      pendingWithdrawals: z.nullable(z.int()),
      fees: z.nullable(z.int()),
      openFees: z.nullable(z.int()),
      /** What the reader follows, and how much of it is due by the end of the day or late. */
      mine: z.nullable(z.object({ count: z.int(), due: z.int() })),
      /** Proposals that the reader can vote on now (FOUR-21). */
      toApprove: z.nullable(z.int()),
      /** Messages without an answer. */
      newEnquiries: z.nullable(z.int()),
      loansByStatus: z.nullable(z.record(loanStatus, z.int())),
      withdrawalsByStatus: z.nullable(z.record(withdrawalStatus, z.int())),
      /** Whether second approvals are asked for (FOUR-2). */
      isFourEyesOn: z.boolean(),
      /**
       * Up to which amount in euro cents nobody else is asked, of the reader's acts that stand in rows of lists: −1 where somebody always is, left
       * out where nobody is.
       */
      aloneUpToEurMinor: z.record(z.string(), z.int()),
      /** What the house has, by its status and by what is left from another one (LC-6). */
      parts: z.array(z.enum(HOUSE_PARTS)),
    }),
  ),
  administrator: route({
    method: 'GET',
    path: '/admin/overview',
    summary: "Everything the back office's dashboard shows; null where the reader may not list it",
    tag,
    access: 'staff',
  }).output(
    z.object({
      lastClients: z.nullable(z.array(clientSummary)),
      recentLoans: z.nullable(z.array(reviewedLoan)),
      recentWithdrawals: z.nullable(z.array(reviewedWithdrawal)),
      /** What waits for a client: the oldest few, the longest wait first. */
      awaited: z.nullable(z.array(awaited)),
      /** Money in and out of client accounts over the last 30 days, in euro at the dated rates. */
      flows: z.nullable(z.object({ inEurMinor: z.int(), outEurMinor: z.int() })),
      /** Per currency the sum of all accounts, zero when the books balance; with the clients' sum as it is kept, which `trialBalance` recounts. */
      trialBalance: z.nullable(z.array(currencyBalance)),
    }),
  ),
  trialBalance: route({
    method: 'GET',
    path: '/admin/trial-balance',
    summary:
      "The trial balance, recounted from every client's own balance and compared with the sum that is kept",
    tag,
    access: 'staff',
  }).output(
    z.object({
      trialBalance: z.array(
        z.extend(currencyBalance, {
          /** The kept sum of clients' balances less the recounted one: zero, or something wrote past the ledger. */
          keptDifferenceMinor: z.int(),
        }),
      ),
    }),
  ),
  find: route({
    method: 'GET',
    path: '/admin/find',
    summary:
      'Clients, requests, fees, a file of transfers and a proposal by whatever one has in hand (name, e-mail, telephone, part of an IBAN, amount, reference), with the reason of each; of what the reader may list',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) }))
    .output(
      z.object({
        clients: z.array(z.extend(clientSummary, { hit })),
        loans: z.array(z.extend(reviewedLoan, { hit })),
        withdrawals: z.array(z.extend(reviewedWithdrawal, { hit })),
        fees: z.array(z.extend(reviewedFee, { hit })),
        batch: z.nullable(withdrawalBatch),
        proposal: z.nullable(
          z.object({
            id,
            reference: z.string(),
            operation: z.enum(GOVERNED_OPERATIONS),
            status: z.enum(PROPOSAL_STATUSES),
          }),
        ),
      }),
    ),
  clientTimeline: route({
    method: 'GET',
    path: '/admin/clients/{id}/timeline',
    summary:
      'Everything that happened to a client, newest first: money, requests, decisions, fees, mails, sign-ins, notes',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, group: z.optional(z.enum(TIMELINE_GROUP_NAMES)), ...pageInput }))
    .output(z.object({ entries: z.array(timelineEntry), ...pageOutput })),
};
