import * as z from 'zod/mini';
import { requiredDay } from '../required-day.ts';
import { DIFFICULTY_CHANGES } from './difficulties.ts';
import { PARTIAL_MODES } from './early-repayment.ts';
import { MEASURE_KINDS, type Measure, type MeasureKind, MOST_RATE_MONTHS } from './measures.ts';

const capital = z.int('validation.amount.invalid').check(z.gte(1, 'validation.amount.positive'));

/** What an early repayment is (LC-95): all that is left, or a part that makes the loan shorter or its instalment lower (LC-97). */
export const EARLY_REPAYMENT_KINDS = ['whole', ...PARTIAL_MODES] as const;
export type EarlyRepaymentKind = (typeof EARLY_REPAYMENT_KINDS)[number];

/** How many days ahead the whole may be quoted (LC-96). */
export const QUOTE_DAYS = 60;

/** What a client chooses to repay early; nothing is preselected (LC-97). Minor units of the loan's currency. */
export const earlyRepaymentChoice = z
  .object({
    what: z.enum(['whole', 'part'], 'validation.choice'),
    amountMinor: z.optional(z.nullable(capital)),
    keep: z.optional(z.enum(PARTIAL_MODES, 'validation.choice')),
  })
  .check(
    z.refine(({ what, amountMinor }) => what === 'whole' || typeof amountMinor === 'number', {
      path: ['amountMinor'],
      error: 'validation.required',
    }),
    z.refine(({ what, keep }) => what === 'whole' || keep !== undefined, {
      path: ['keep'],
      error: 'validation.choice',
    }),
  );

/** What a client sends to repay early. */
export const earlyRepaymentInput = z.object({
  kind: z.enum(EARLY_REPAYMENT_KINDS, 'validation.choice'),
  /** The capital, of a part. */
  amountMinor: z.optional(capital),
  /** The whole sum that was shown: nothing is repaid when it is another one by now. */
  totalMinor: z.int().check(z.gte(1)),
});

/** What a borrower in difficulty says (LC-86). `monthlyMinor` is what they can pay each month, which may be nothing. */
export const difficultyInput = z.object({
  change: z.enum(DIFFICULTY_CHANGES, 'validation.choice'),
  since: requiredDay,
  monthlyMinor: z.int('validation.amount.invalid').check(z.gte(0, 'validation.amount.notNegative')),
});
export type DifficultyInput = z.infer<typeof difficultyInput>;

const TERMS = ['months', 'amountMinor', 'annualRateBps'] as const;

const wholeNumber = (min: number, max: number) =>
  z.optional(
    z.coerce
      .number('validation.required')
      .check(
        z.int('validation.required'),
        z.gte(min, 'validation.required'),
        z.lte(max, 'validation.required'),
      ),
  );

/** The terms of a measure (LC-88, LC-89): its kind, and the one of the others that the kind needs (`termOf`). */
export const measureTerms = z.object({
  kind: z.enum(MEASURE_KINDS, 'validation.choice'),
  months: wholeNumber(1, 120),
  /** The reduced instalment, or the capital that is given up, in minor units of the loan's currency. */
  amountMinor: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  annualRateBps: wholeNumber(0, 10_000),
  /** For how many due dates a judge's rate holds (LC-91). */
  rateMonths: wholeNumber(1, MOST_RATE_MONTHS.plan),
});
export type MeasureTerms = z.infer<typeof measureTerms>;

/** The term that a kind of measure needs. */
export function termOf(kind: MeasureKind): 'months' | 'amountMinor' | 'annualRateBps' {
  if (kind === 'rate-cut') return 'annualRateBps';
  return kind === 'reduced-instalments' || kind === 'remission' ? 'amountMinor' : 'months';
}

/** What the staff sends for a measure: the term of its kind is there. */
export const measureInput = z.extend(measureTerms, { decisionOn: z.optional(requiredDay) }).check(
  ...TERMS.map((term) =>
    z.refine<MeasureTerms & { decisionOn?: string | undefined }>(
      (input) => termOf(input.kind) !== term || input[term] !== undefined,
      { path: [term], error: 'validation.required' },
    ),
  ),
  z.refine<MeasureTerms & { decisionOn?: string | undefined }>(
    (input) => input.decisionOn !== undefined || !isJudgesRate(input),
    { path: ['decisionOn'], error: 'validation.required' },
  ),
);

/** Whether terms set a rate beside another measure, which a judge alone does (LC-91). */
export function isJudgesRate({ kind, annualRateBps }: MeasureTerms): boolean {
  return kind !== 'rate-cut' && annualRateBps !== undefined;
}

/**
 * A measure with the terms of its kind; null when the term is missing.
 * @param terms decisionOn: the day of the judge's decision that the measure carries out, whose terms win (LC-91).
 */
export function measureOf(
  terms: MeasureTerms & { readonly decisionOn?: string | null | undefined },
): Measure | null {
  const measure = measureOfKind(terms);
  if (!measure || !terms.decisionOn) return measure;
  const { annualRateBps, rateMonths } = terms;
  return {
    ...measure,
    ...(annualRateBps === undefined ? {} : { annualRateBps }),
    ...(annualRateBps === undefined || rateMonths === undefined ? {} : { rateMonths }),
    isOfJudge: true,
  };
}

function measureOfKind({ kind, months, amountMinor, annualRateBps }: MeasureTerms): Measure | null {
  switch (kind) {
    case 'suspension-total':
    case 'suspension-capital':
    case 'extension':
      return months === undefined ? null : { kind, months };
    case 'reduced-instalments':
      return amountMinor === undefined ? null : { kind, instalmentMinor: amountMinor };
    case 'remission':
      return amountMinor === undefined ? null : { kind, capitalMinor: amountMinor };
    case 'rate-cut':
      return annualRateBps === undefined ? null : { kind, annualRateBps };
  }
}

/** The answer to a borrower in difficulty without a measure: they read why. */
export const difficultyAnswerInput = z.object({
  note: z
    .string('validation.required')
    .check(z.trim(), z.minLength(20, 'validation.note.tooShort'), z.maxLength(500, 'validation.tooLong')),
});
