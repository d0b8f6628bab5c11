import * as z from 'zod/mini';
import { OUTGOING_TARGETS } from '../ledger/payment-postings.ts';
import { MAX_AMOUNT_MINOR } from '../money/money.ts';

/**
 * What becomes of a part of a line that waited (PAY-30 to PAY-32): a client gets it, the bank's charges bear it, or it goes back to its
 * sender; of a debit it is charges, an order of ours under way, or money that the bank gave back.
 */
export const LINE_PART_KINDS = ['client', 'return', ...OUTGOING_TARGETS] as const;
export type LinePartKind = (typeof LINE_PART_KINDS)[number];

/**
 * What a person says of a debit that nobody knew (PAY-32): what it turned out to be, or that the bank was asked to take it back. A contested one
 * waits on until the bank has answered.
 */
export const JUSTIFICATIONS = [...OUTGOING_TARGETS, 'contested'] as const;
export type Justification = (typeof JUSTIFICATIONS)[number];

/** Why money goes back to its sender (PAY-31): codes of ISO 20022 that the sender's bank is told. */
export const RETURN_REASONS = ['AC01', 'AC04', 'AC06', 'CUST', 'MS03'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/**
 * Where the transfer stands that takes money back to its sender: ordered, in a file for our bank, debited by it, refused by a bank, or taken back by
 * staff before it left (PAY-52).
 */
export const RETURN_ORDER_PHASES = ['ordered', 'exported', 'settled', 'refused', 'cancelled'] as const;
export type ReturnOrderPhase = (typeof RETURN_ORDER_PHASES)[number];

/** How many parts a line is split into at most (PAY-30). */
export const MAX_PARTS = 20;

const partAmountMinor = z.int().check(z.gte(1), z.lte(MAX_AMOUNT_MINOR));

/** What a person makes of a credit line, or of what is left of it: one part for each client, and one for the bank's charges. */
export const allocationParts = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('client'), accountId: z.uuid(), amountMinor: partAmountMinor }),
      z.strictObject({ kind: z.literal('bank-charges'), amountMinor: partAmountMinor }),
      z.strictObject({
        kind: z.literal('return'),
        reasonCode: z.enum(RETURN_REASONS),
        amountMinor: partAmountMinor,
      }),
    ]),
  )
  .check(z.minLength(1), z.maxLength(MAX_PARTS));
export type AllocationPart = z.infer<typeof allocationParts>[number];

/**
 * Whether what waits of a line can go back to its sender (PAY-31). Of what a bank returns or takes back the parties keep the roles of the original order
 * (PAY-18): its counterparty is whom our client once paid, and sent nothing.
 * @param reason why it waits today: what the law holds back stays.
 */
export function isReturnable(
  line: {
    readonly counterpartyIban: string | null;
    readonly isReversal: boolean;
    readonly isReturn: boolean;
    readonly returnReason: string | null;
  },
  reason: string | null,
): boolean {
  const isOfOriginalOrder = line.isReversal || line.isReturn || line.returnReason !== null;
  return line.counterpartyIban !== null && !isOfOriginalOrder && reason !== 'legal-block';
}

/** The sum of the parts, in minor units. */
export function sumOfParts(parts: readonly { readonly amountMinor: number }[]): number {
  return parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Whether an allocation needs a second person (PAY-30, PAY-31): a return always; above the limit when it does not follow a proposal.
 * @param onePersonUpToMinor the limit of the day, minor units.
 */
export function needsSecondPerson(
  parts: readonly AllocationPart[],
  {
    proposed,
    onePersonUpToMinor,
  }: { readonly proposed: ReadonlySet<string>; readonly onePersonUpToMinor: number },
): boolean {
  if (parts.some(({ kind }) => kind === 'return')) return true;
  const follows = parts.every((part) => part.kind === 'client' && proposed.has(part.accountId));
  return sumOfParts(parts) > onePersonUpToMinor || !follows;
}
