import * as z from 'zod/mini';
import { WITHDRAWAL_FILTERS } from '#domain/desk/request-list.ts';
import { HOLD_RULES } from '#domain/parameters/hold-rules.ts';
import { payeeName } from '#domain/payees/payee.ts';
import {
  PAYEE_CHECK_DECISIONS,
  PAYEE_CHECK_REASONS,
  PAYEE_CHECK_RESULTS,
} from '#domain/payees/payee-check.ts';
import { BANK_CODES } from '#domain/withdrawals/bank-answer.ts';
import { TRANSFER_PHASES } from '#domain/withdrawals/phases.ts';
import { ALL_WITHDRAWAL_REASONS, WITHDRAWAL_REASONS, withdrawalInput } from '#domain/withdrawals/request.ts';
import { WITHDRAWAL_DECISIONS, WITHDRAWAL_STATUSES } from '#domain/withdrawals/status.ts';
import { route } from './route.ts';
import { standingOrder } from './standing-orders.ts';
import {
  byId,
  currencyCode,
  day,
  decision,
  dueAt,
  followedBy,
  id,
  instant,
  requestListInput,
  requestListOutput,
} from './values.ts';

const tag = 'Withdrawals';

export const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES);
/** Where it stands beneath its status (PAY-35). */
export const transferPhase = z.enum(TRANSFER_PHASES);

/** Handed to the bank, paid, or withdrawn from it. */
export const BATCH_STATUSES = ['exported', 'executed', 'cancelled'] as const;

export const withdrawal = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  clientIban: z.string(),
  /** Whether the IBAN's country, length and checksum held when it was typed. */
  ibanValid: z.boolean(),
  clientBankName: z.string(),
  /** Who is paid; null for a request of before names were kept. */
  recipientName: z.nullable(z.string()),
  status: withdrawalStatus,
  phase: transferPhase,
  /** Whether it is an instant one (PAY-43). */
  isInstant: z.boolean(),
  /** The days that its client reads, YYYY-MM-DD; null while there is none. */
  days: z.object({
    /** By when one that is held is let go or refused (PAY-61). */
    answerBy: z.nullable(day),
    /** When it leaves, of a transfer that is validated and has not left. */
    leaves: z.nullable(day),
    sent: z.nullable(day),
    /** By when it arrives at the payee's bank. */
    arrivesBy: z.nullable(day),
    settled: z.nullable(day),
    /** When a bank refused it, or it came back. */
    returned: z.nullable(day),
  }),
  reasonCode: z.nullable(z.enum(ALL_WITHDRAWAL_REASONS)),
  /** What the staff added to the reason, as they wrote it. */
  reasonNote: z.nullable(z.string()),
  /** The whole reason as a French sentence, of a refusal of before reasons were kept as data; null since. */
  failureReason: z.nullable(z.string()),
  createdAt: instant,
  processedAt: z.nullable(instant),
});

export const reviewedWithdrawal = z.extend(withdrawal, {
  client: z.object({
    accountId: id,
    displayName: z.string(),
    email: z.string(),
    balanceMinor: z.int(),
    availableMinor: z.int(),
    currency: currencyCode,
  }),
  amountEurMinor: z.int(),
  /** Whether the payee is the client, at another bank; null without a name. */
  isOwnAccount: z.nullable(z.boolean()),
  /** The batch it stands in; a cancelled one only when it was executed before. */
  batch: z.nullable(
    z.object({ id, messageId: z.string(), status: z.enum(BATCH_STATUSES), exportedAt: instant }),
  ),
  /** The code with which a bank refused it or gave it back. */
  bankReason: z.nullable(z.string()),
  /** Of an open request: the last day on which it is executed or refused (PAY-8), and whether that is past or ends at midnight. */
  executeBy: z.nullable(day),
  isLate: z.boolean(),
  decision,
  followedBy,
  /** Since when the approval of others is awaited for it (FOUR-10); null when nothing waits. */
  approvalSince: z.nullable(instant),
  dueAt,
});

/** One order as the staff who decide it see it: with what was answered about its payee's name, which is shown nowhere else (PAY-16). */
export const examinedWithdrawal = z.extend(reviewedWithdrawal, {
  /** What was answered about the payee's name, and what the client decided; null before names were verified. */
  payeeCheck: z.nullable(
    z.object({
      result: z.enum(PAYEE_CHECK_RESULTS),
      typedName: z.string(),
      /** The holder's name, of a close match only. */
      returnedName: z.nullable(z.string()),
      reason: z.nullable(z.enum(PAYEE_CHECK_REASONS)),
      isSimulated: z.boolean(),
      answeredAt: instant,
      decision: z.nullable(z.enum(PAYEE_CHECK_DECISIONS)),
    }),
  ),
  /** What the decision rests on beside the order. */
  facts: z.object({
    /** Transfers of the client to the same IBAN that were executed; the sum in the currency of the account. */
    paidBefore: z.object({ count: z.int(), lastAt: z.nullable(instant), totalMinor: z.int() }),
    /** How many other clients ordered transfers to the same IBAN, of the first thousand such orders; null without the permission to read IBANs. */
    otherClients: z.nullable(z.int()),
    /** The country of the payee's bank, by the two letters that its IBAN begins with; null when it begins otherwise. */
    payeeCountry: z.nullable(z.string()),
    /** The client's other open transfers, in the currency of the account: what they hold is no longer available. */
    otherOpen: z.object({ count: z.int(), totalMinor: z.int() }),
    /** The rules that hold it for a check; null for a reader who may not see checks. */
    heldBy: z.nullable(z.array(z.enum(HOLD_RULES))),
    /** Whether the staff placed a warning on the client, and whether their assets are frozen; null for a reader who may not see it. */
    client: z.object({ isWarned: z.nullable(z.boolean()), isFrozen: z.nullable(z.boolean()) }),
    /** When the client last changed them; null when never. */
    passwordChangedAt: z.nullable(instant),
    detailsChangedAt: z.nullable(instant),
    /** When the account last got an IBAN; null when it has none. */
    ibanAssignedAt: z.nullable(instant),
    /**
     * The connection and the browser that the order was asked from, and when the client first signed in from each, of the last year; null for
     * what a job made. No address is traced to a country: the bank asks nobody where it is.
     */
    askedFrom: z.nullable(
      z.object({
        /** Null in a demonstration: its accounts are shared, and their visitors' addresses are private. */
        address: z.nullable(z.string()),
        userAgent: z.nullable(z.string()),
        addressSince: z.nullable(instant),
        userAgentSince: z.nullable(instant),
      }),
    ),
    /** The client's transfers before this one, the latest first. */
    lastTransfers: z.array(
      z.object({
        id,
        createdAt: instant,
        amountMinor: z.int(),
        currency: currencyCode,
        recipientName: z.nullable(z.string()),
        status: z.enum(WITHDRAWAL_STATUSES),
      }),
    ),
  }),
});

/** A transfer that waits for a check of its security, as the staff of « Contrôles » see it. */
export const heldTransfer = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  recipientName: z.nullable(z.string()),
  clientIban: z.string(),
  clientBankName: z.string(),
  client: z.object({ accountId: id, displayName: z.string() }),
  rules: z.array(z.enum(HOLD_RULES)),
  heldAt: instant,
  /** The instant by which it is let go or refused. */
  decideBy: instant,
  /** Whether it is noon of its last day, or later. */
  isAlarming: z.boolean(),
  /** Whether a colleague took it in hand; it is under its check still. */
  isInHand: z.boolean(),
  followedBy,
});

export const withdrawalsContract = {
  list: route({
    method: 'GET',
    path: '/withdrawals',
    summary: "The client's own withdrawal requests, newest first",
    tag,
    access: 'client',
  }).output(z.object({ withdrawals: z.array(withdrawal) })),
  request: route({
    method: 'POST',
    path: '/withdrawals',
    summary: 'Ask for a withdrawal, whose amount is held at once; or programme it for a later day',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'withdrawal.insufficient-funds',
      'transfer.limit',
      'transfer.same-account',
      'transfer.currency-differs',
      'transfer.payee-unavailable',
      'transfer.not-possible',
      'transfer.instant-unavailable',
      'ledger.balance-too-high',
      'transfer.payee-check-required',
      'payee-check.expired',
      'not-found',
      'payee-check.too-many',
    ],
  })
    .input(
      z.strictObject({
        ...withdrawalInput.shape,
        /** « Plus tard » (PAY-44): the day on which it leaves, at most 365 days ahead; today, or nothing, is at once. */
        executionDay: z.optional(day),
      }),
    )
    .output(
      z.object({
        /** Null for a transfer of a later day: nothing is asked for, or held, until then. */
        withdrawal: z.nullable(withdrawal),
        /** The transfer of a later day; null for one that is asked for now. */
        standingOrder: z.nullable(standingOrder),
        availableMinor: z.int(),
      }),
    ),
  nameRecipient: route({
    method: 'POST',
    path: '/withdrawals/{id}/recipient',
    summary: "Add the payee's name to one's own request of before names were kept",
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'transfer.wrong-phase',
      'transfer.payee-check-required',
      'payee-check.expired',
      'payee-check.too-many',
    ],
  })
    .input(
      z.strictObject({
        id,
        recipientName: payeeName,
        payeeCheckId: withdrawalInput.shape.payeeCheckId,
        acceptedResult: withdrawalInput.shape.acceptedResult,
      }),
    )
    .output(z.object({ withdrawal })),
  cancel: route({
    method: 'POST',
    path: '/withdrawals/{id}/cancellation',
    summary: "Cancel one's own pending withdrawal and release its hold",
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'withdrawal.not-cancellable'],
  })
    .input(byId)
    .output(z.object({ withdrawal, availableMinor: z.int() })),
  review: route({
    method: 'GET',
    path: '/admin/withdrawals',
    summary: 'All withdrawal requests by state, searched by client, the newest first unless asked otherwise',
    tag,
    access: 'staff',
  })
    .input(
      z.strictObject({ status: z.optional(withdrawalStatus), ...requestListInput, ...WITHDRAWAL_FILTERS }),
    )
    .output(z.object({ withdrawals: z.array(reviewedWithdrawal), ...requestListOutput })),
  reviewOne: route({
    method: 'GET',
    path: '/admin/withdrawals/{id}',
    summary: 'One withdrawal request with the situation of its account',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ withdrawal: examinedWithdrawal })),
  holds: route({
    method: 'GET',
    path: '/admin/withdrawal-holds',
    summary: 'Transfers that wait for a check of their security, the first to end first',
    tag,
    access: 'staff',
  }).output(z.object({ holds: z.array(heldTransfer) })),
  decideHold: route({
    method: 'POST',
    path: '/admin/withdrawals/{id}/hold-decision',
    summary: 'Let a held transfer go, which validates it, or refuse it with a reason',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'approval.required',
      'not-found',
      'transfer.wrong-phase',
      'transfer.payee-unavailable',
      'transfer.not-possible',
      'withdrawal.reason-required',
      'withdrawal.already-decided',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(['release', 'refuse'], 'validation.choice'),
        reasonCode: z.optional(z.enum(WITHDRAWAL_REASONS)),
        reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(z.object({ withdrawal: reviewedWithdrawal })),
  recordBankRefusal: route({
    method: 'POST',
    path: '/admin/withdrawals/{id}/bank-refusal',
    summary:
      'Record that our bank refuses a transfer of a file, told by another way than a file: its amount is held no longer',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'transfer.wrong-phase'],
  })
    .input(z.strictObject({ id, bankReason: z.enum(BANK_CODES, 'validation.choice') }))
    .output(z.object({ withdrawal: reviewedWithdrawal })),
  decide: route({
    method: 'POST',
    path: '/admin/withdrawals/{id}/decision',
    summary:
      'Validate, take in hand, reject with a reason, or record the execution (which debits the account)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'withdrawal.already-decided',
      'withdrawal.reason-required',
      'withdrawal.invalid-iban',
      'transfer.same-account',
      'transfer.payee-unavailable',
      'transfer.not-possible',
      'withdrawal.in-batch',
      'transfer.wrong-phase',
      'ledger.insufficient-balance',
      'ledger.balance-too-high',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(WITHDRAWAL_DECISIONS),
        /** The status that was shown: once it is another one, a colleague was faster and nothing is decided. */
        seenStatus: z.optional(withdrawalStatus),
        reasonCode: z.optional(z.enum(WITHDRAWAL_REASONS)),
        reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(z.object({ withdrawal: reviewedWithdrawal })),
};
