import * as z from 'zod/mini';
import { DISPUTE_OUTCOMES, DISPUTE_STATES, LOSS_MOTIVES } from '#domain/corrections/dispute.ts';
import { CLAIM_LOSS_MOTIVES } from '#domain/corrections/receipt.ts';
import { correctionReason } from '#domain/corrections/reversal.ts';
import { chartCodes } from '#domain/ledger/chart-of-accounts.ts';
import { ledgerEvents } from '#domain/ledger/events.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { route } from './route.ts';
import {
  byId,
  currencyCode,
  day,
  decision,
  id,
  instant,
  pageInput,
  pageOutput,
  signedMinor,
} from './values.ts';

const tag = 'Corrections';

/** What may be done to a posting: reversed as a whole, or, of a receipt, taken back from the client who got it by mistake. */
export const POSTING_REMEDIES = ['reverse', 'take-back'] as const;

/** A posting of the books with its entries, and what it rests on (PAY-65). Amounts are minor units. */
export const postingOfBooks = z.object({
  id,
  event: z.enum(ledgerEvents),
  by: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  occurredAt: instant,
  bookingDay: day,
  valueDay: day,
  /** What it rests on: a line or statement of our bank, a batch, an order; null where it has no document. */
  document: z.nullable(
    z.object({ kind: z.enum(['bank-line', 'bank-statement', 'batch', 'order']), id: z.nullable(id) }),
  ),
  /** The posting that this one reverses, and the one that reverses or corrects it. */
  reverses: z.nullable(id),
  reversedBy: z.nullable(id),
  entries: z.array(
    z.object({
      code: z.enum(chartCodes),
      client: z.nullable(z.object({ accountId: id, displayName: z.string() })),
      currency: currencyCode,
      amountMinor: signedMinor,
      balanceAfterMinor: z.int(),
    }),
  ),
  remedies: z.array(z.enum(POSTING_REMEDIES)),
});

const dispute = z.object({
  id,
  /** The client's movement. */
  transactionId: id,
  client: z.object({ accountId: id, displayName: z.string() }),
  amountMinor: z.int(),
  currency: currencyCode,
  reference: z.string(),
  movedAt: instant,
  /** What the client says of it. */
  statement: z.nullable(z.string()),
  openedAt: instant,
  /** The last day of the refund. */
  refundBy: day,
  state: z.enum(DISPUTE_STATES),
  decision,
  /** Why there was no refund. */
  note: z.nullable(z.string()),
  /** The posting of the refund, and whether it was reversed since. */
  postingId: z.nullable(id),
  isTakenBack: z.boolean(),
  /** Whether the house can bear the refund now, and the loss once it has. */
  isBearable: z.boolean(),
  loss: z.nullable(
    z.object({ postingId: id, motive: z.enum(LOSS_MOTIVES), by: z.nullable(z.string()), at: instant }),
  ),
  /** Since when the approval of others is awaited for its refund or its loss (FOUR-10); null when nothing waits. */
  approvalSince: z.nullable(instant),
});

/** What is claimed from a client who had spent money that was not theirs. Minor units. */
const receivable = z.object({
  id,
  currency: currencyCode,
  creditedMinor: z.int(),
  owedMinor: z.int(),
  since: instant,
});

/** The same as the staff see it: whose it is, why, and the loss once the house has given it up. */
const claim = z.extend(receivable, {
  client: z.nullable(z.object({ accountId: id, displayName: z.string() })),
  reason: z.string(),
  loss: z.nullable(
    z.object({
      postingId: id,
      motive: z.enum(CLAIM_LOSS_MOTIVES),
      amountMinor: z.int(),
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
});

export const correctionsContract = {
  showPosting: route({
    method: 'GET',
    path: '/admin/postings/{id}',
    summary: 'A posting of the books: its entries, what it rests on, and what may be done to it',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ posting: postingOfBooks })),
  reverse: route({
    method: 'POST',
    path: '/admin/postings/{id}/reversal',
    summary: 'Reverse a posting: every entry negated, once; two persons (PAY-52)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'approval.required',
      'not-found',
      'posting.already-reversed',
      'posting.not-reversible',
      'transfer.not-possible',
      'ledger.insufficient-balance',
    ],
  })
    .input(z.strictObject({ id, reason: correctionReason }))
    .output(z.object({ posting: postingOfBooks })),
  create: route({
    method: 'POST',
    path: '/admin/corrections',
    summary:
      'Take a receipt back from the client who got it by mistake; what they have spent becomes a receivable; two persons (PAY-53, PAY-54)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'approval.required',
      'not-found',
      'posting.already-reversed',
      'posting.not-reversible',
      'correction.right-client-required',
      'correction.same-client',
      'transfer.currency-differs',
      'transfer.payee-unavailable',
      'ledger.balance-too-high',
    ],
  })
    .input(z.strictObject({ postingId: id, reason: correctionReason, rightAccountId: z.optional(id) }))
    .output(z.object({ posting: postingOfBooks, receivableMinor: z.int() })),
  disputes: route({
    method: 'GET',
    path: '/admin/disputes',
    summary:
      'Movements that clients say they did not authorise: those that wait, the next deadline first; or all, those that wait before those that are decided',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ list: z.optional(z.enum(['open', 'all'])), ...pageInput }))
    .output(z.object({ disputes: z.array(dispute), ...pageOutput })),
  decideDispute: route({
    method: 'POST',
    path: '/admin/disputes/{id}/decision',
    summary:
      'Refund a disputed movement provisionally, keep why its client is suspected of fraud, or bear a refund whose money does not come back (PAY-55)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'approval.required',
      'not-found',
      'dispute.decided',
      'dispute.not-refunded',
      'ledger.balance-too-high',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(['refund', 'suspect', 'bear']),
        /** Why there is no refund; needed then. */
        note: z.optional(correctionReason),
        /** Why the house bears the refund; needed then. */
        motive: z.optional(z.enum(LOSS_MOTIVES)),
      }),
    )
    .output(z.object({ dispute })),
  receivables: route({
    method: 'GET',
    path: '/admin/receivables',
    summary:
      'What is claimed from clients who had spent money that was not theirs, the oldest first, then what was given up of it',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(z.object({ receivables: z.array(claim), ...pageOutput })),
  giveUp: route({
    method: 'POST',
    path: '/admin/receivables/{id}/loss',
    summary:
      'Give up what is claimed from a client after a mistake: the house bears the loss and the client is told; two persons (PAY-54)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'approval.required', 'not-found', 'receivable.not-open'],
  })
    .input(z.strictObject({ id, motive: z.enum(CLAIM_LOSS_MOTIVES) }))
    .output(z.object({ receivable: claim })),
  dispute: route({
    method: 'POST',
    path: '/transactions/{id}/dispute',
    summary: 'Say that a movement of the own account was not authorised, within thirteen months (PAY-55)',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'dispute.already-open', 'dispute.not-possible'],
  })
    .input(
      z.strictObject({
        id,
        statement: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(z.object({ refundBy: day })),
  ownDisputes: route({
    method: 'GET',
    path: '/disputes',
    summary: 'How the disputes of the own movements stand and what became of their refunds, the newest first',
    tag,
    access: 'client',
  }).output(
    z.object({
      disputes: z.array(
        z.object({
          transactionId: id,
          /** How it stands, or what became of its refund. */
          outcome: z.enum(DISPUTE_OUTCOMES),
          openedAt: instant,
          refundBy: day,
          amountMinor: z.int(),
          currency: currencyCode,
          /** Since when it is so; null while it waits. */
          on: z.nullable(day),
          /** Why the refund was taken back. */
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  owed: route({
    method: 'GET',
    path: '/receivables',
    summary: 'What the house asks the client to give back after a mistake',
    tag,
    access: 'client',
  }).output(z.object({ receivables: z.array(receivable) })),
  repay: route({
    method: 'POST',
    path: '/receivables/{id}/repayment',
    summary:
      'Give back, from the own account, money that was credited by mistake and spent; no fee, no interest',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'transfer.not-possible',
      'repayment.above-balance',
      'ledger.insufficient-balance',
    ],
  })
    .input(z.strictObject({ id, amountMinor: positiveAmountMinor }))
    .output(z.object({ receivables: z.array(receivable) })),
};
