import * as z from 'zod/mini';
import { ACCOUNT_TYPES } from '../accounts/account.ts';
import { optionalText, requiredText } from '../fields.ts';
import {
  EXPIRIES,
  GOVERNED_OPERATIONS,
  MAX_RATE_DEVIATION_BPS,
  MAX_ROWS,
  MAX_SLOTS,
  POLICY_CONDITIONS,
} from './policy.ts';
import { EMERGENCY_CATEGORIES } from './proposal.ts';

/** Longest comment of a proposal and reason of a refusal, in characters (FOUR-7, FOUR-13). */
export const MAX_COMMENT = 500;

const governedOperation = z.enum(GOVERNED_OPERATIONS, 'validation.choice');
/** The input of a route, as its own schema will read it. */
const commandInput = z.record(z.string(), z.unknown());
const seenFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What asks which approvals a command needs. */
export const requirementsInput = z.strictObject({ operation: governedOperation, input: commandInput });

/** What proposes a command: the exact input of its route, and what the person saw. */
export const proposalInput = z.strictObject({
  operation: governedOperation,
  input: commandInput,
  seen: seenFacts,
  comment: z.optional(z.string().check(z.trim(), z.maxLength(MAX_COMMENT, 'validation.tooLong'))),
});

export const voteReason = requiredText(MAX_COMMENT);

/** How what was done in an emergency is answered: who contests it says why (FOUR-24). */
const emergencyAnswer = z.strictObject({
  outcome: z.enum(['ratify', 'contest'], 'validation.choice'),
  reason: optionalText(MAX_COMMENT),
});
const saysWhyContested = z.refine<{ outcome: 'ratify' | 'contest'; reason?: string | undefined }>(
  ({ outcome, reason }) => outcome === 'ratify' || Boolean(reason),
  { path: ['reason'], error: 'validation.required' },
);
/** The review of an emergency, by its id. */
export const emergencyReview = z.extend(emergencyAnswer, { id: z.uuid() }).check(saysWhyContested);

/** What executes a command without a second approval (FOUR-24). */
export const emergencyInput = z.strictObject({
  operation: governedOperation,
  input: commandInput,
  category: z.enum(EMERGENCY_CATEGORIES, 'validation.choice'),
  reason: requiredText(MAX_COMMENT),
});

/** The rows of a policy as the staff change them: at least one, and no slot without a role. */
export const policyRows = z
  .array(
    z.strictObject({
      above: z.int().check(z.gte(-1), z.lte(1_000_000_000_00)),
      conditions: z.optional(z.array(z.enum(POLICY_CONDITIONS)).check(z.maxLength(POLICY_CONDITIONS.length))),
      accountTypes: z.optional(
        z.array(z.enum(ACCOUNT_TYPES)).check(z.minLength(1), z.maxLength(ACCOUNT_TYPES.length)),
      ),
      rateDeviationBps: z.optional(z.int().check(z.gte(0), z.lte(MAX_RATE_DEVIATION_BPS))),
      approvers: z
        .array(
          z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/))).check(z.minLength(1), z.maxLength(9)),
        )
        .check(z.minLength(1), z.maxLength(MAX_SLOTS)),
    }),
  )
  .check(z.minLength(1, 'validation.required'), z.maxLength(MAX_ROWS, 'validation.tooMany'));

/** What a policy says beside its rows; what is left out stays as it is. */
export const policyTerms = {
  isCumulative: z.optional(z.boolean()),
  expiry: z.optional(z.enum(EXPIRIES, 'validation.choice')),
  emergencyUpToEurMinor: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000_00)))),
};
