import * as z from 'zod/mini';
import { nonNegativeAmountMinor, positiveAmountMinor } from '../money/fields.ts';
import { sumMinor } from '../money/money.ts';
import { requiredDay } from '../required-day.ts';
import { debtRatioBps } from './affordability.ts';

/** The dialogue sheet « Fiche de dialogue – revenus et charges » (LC-16, C. conso. L312-17) and the figures that follow from it (LC-22). */

export const MARITAL_STATUSES = [
  'single',
  'married',
  'civil-partnership',
  'cohabiting',
  'separated',
  'divorced',
  'widowed',
] as const;
export type MaritalStatus = (typeof MARITAL_STATUSES)[number];

/** Owner, buying with a housing loan (« accédant »), tenant, housed free of charge. */
export const HOUSINGS = ['owner', 'buying', 'tenant', 'free'] as const;
export type Housing = (typeof HOUSINGS)[number];

export const EMPLOYMENTS = [
  'permanent',
  'fixed-term',
  'temporary-agency',
  'self-employed',
  'civil-servant',
  'retired',
  'student',
  'unemployed',
  'other',
] as const;
export type Employment = (typeof EMPLOYMENTS)[number];

export const CURRENT_LOAN_KINDS = [
  'housing',
  'personal',
  'linked',
  'revolving',
  'overdraft',
  'leasing',
] as const;
export type CurrentLoanKind = (typeof CURRENT_LOAN_KINDS)[number];

/** Debts that are no credit, of which a consolidation asks (LC-24, R314-20, 2°): closed, as LC-17 wants. */
export const OTHER_DEBT_KINDS = ['taxes', 'rent', 'bill', 'family', 'other'] as const;
export type OtherDebtKind = (typeof OTHER_DEBT_KINDS)[number];

export const MAX_DEPENDANTS = 20;
export const MAX_SHEET_LABEL_LENGTH = 40;
export const MAX_LENDER_LENGTH = 60;
export const MAX_CURRENT_LOANS = 20;
/**
 * The most of one amount of the sheet, in minor units: above what any household has in any currency, and so far below `MAX_AMOUNT_MINOR` that what
 * is computed of all of them stays exact.
 */
export const MAX_SHEET_AMOUNT_MINOR = 100_000_000_000;

/** The monthly net resources of the sheet, in the order of the form. `other` has a label beside it. */
export const RESOURCES = ['salary', 'pension', 'allocations', 'rents', 'alimonyReceived', 'other'] as const;
/** The monthly charges of the sheet; instalments of loans are in the list of loans. */
export const CHARGES = ['rentOrHousingLoan', 'alimonyPaid', 'taxes', 'other'] as const;

const amountMinor = nonNegativeAmountMinor.check(z.lte(MAX_SHEET_AMOUNT_MINOR, 'validation.amount.max'));

const MONTH = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/;

/** A calendar month, YYYY-MM. */
const month = z
  .string('validation.required')
  .check(z.minLength(1, { error: 'validation.required', abort: true }), z.regex(MONTH, 'validation.month'));

/** The label of an amount under « Autres »: required beside an amount, and the only free text of the sheet (LC-17). */
const label = z
  .string('validation.text')
  .check(z.trim(), z.maxLength(MAX_SHEET_LABEL_LENGTH, 'validation.tooLong'));

const labelled = z.refine<{ otherMinor: number; otherLabel: string }>(
  ({ otherMinor, otherLabel }) => otherMinor === 0 || otherLabel !== '',
  { error: 'validation.required', path: ['otherLabel'] },
);

const resources = z
  .strictObject({
    salaryMinor: amountMinor,
    pensionMinor: amountMinor,
    allocationsMinor: amountMinor,
    rentsMinor: amountMinor,
    alimonyReceivedMinor: amountMinor,
    otherMinor: amountMinor,
    otherLabel: label,
  })
  .check(labelled);

const charges = z
  .strictObject({
    rentOrHousingLoanMinor: amountMinor,
    alimonyPaidMinor: amountMinor,
    taxesMinor: amountMinor,
    otherMinor: amountMinor,
    otherLabel: label,
  })
  .check(labelled);

/** A loan that the client repays elsewhere. */
export const currentLoan = z.strictObject({
  kind: z.enum(CURRENT_LOAN_KINDS, 'validation.choice'),
  lender: z
    .string('validation.required')
    .check(
      z.trim(),
      z.minLength(1, 'validation.required'),
      z.maxLength(MAX_LENDER_LENGTH, 'validation.tooLong'),
    ),
  instalmentMinor: amountMinor,
  remainingMinor: amountMinor,
  endMonth: month,
  /** Whether the loan asked for repays it; said of a consolidation only (LC-24). */
  isRepaid: z.optional(z.boolean()),
});
export type CurrentLoan = z.infer<typeof currentLoan>;

/** Another debt that the loan asked for repays, and the day by which it is to be paid. */
export const otherDebt = z.strictObject({
  kind: z.enum(OTHER_DEBT_KINDS, 'validation.choice'),
  amountMinor: positiveAmountMinor.check(z.lte(MAX_SHEET_AMOUNT_MINOR, 'validation.amount.max')),
  dueOn: requiredDay,
});
export type OtherDebt = z.infer<typeof otherDebt>;

/**
 * What the client fills in: closed fields, amounts by month and net, in minor units of their account's currency. Nothing else may be asked
 * (LC-17, C. conso. L312-16): no health, opinion, origin, union, religion or social network.
 */
export const dialogueSheet = z
  .strictObject({
    maritalStatus: z.enum(MARITAL_STATUSES, 'validation.choice'),
    dependants: z
      .int({ error: 'validation.required' })
      .check(z.gte(0, 'validation.dependants'), z.lte(MAX_DEPENDANTS, 'validation.dependants')),
    housing: z.enum(HOUSINGS, 'validation.choice'),
    employment: z.enum(EMPLOYMENTS, 'validation.choice'),
    employedSince: month,
    resources,
    charges,
    currentLoans: z.array(currentLoan).check(z.maxLength(MAX_CURRENT_LOANS, 'validation.tooMany')),
    /** « Aucun prêt en cours »: said explicitly when the list is empty. */
    hasNoCurrentLoan: z.boolean('validation.required'),
    /** R312-5: whether this loan repays at least two debts, one of them a running credit (LC-24). */
    repaysDebts: z.boolean('validation.choose'),
    /** The debts without a credit that it repays. */
    otherDebts: z.optional(z.array(otherDebt).check(z.maxLength(MAX_CURRENT_LOANS, 'validation.tooMany'))),
  })
  .check(
    z.refine(({ currentLoans, hasNoCurrentLoan }) => hasNoCurrentLoan === (currentLoans.length === 0), {
      error: 'validation.noCurrentLoan',
      path: ['hasNoCurrentLoan'],
    }),
  );
export type DialogueSheet = z.infer<typeof dialogueSheet>;

/** A loan that this house already pays out to the client, added by the server (LC-19). */
export interface KnownLoan {
  readonly loanId: string;
  readonly purpose: string;
  readonly instalmentMinor: number;
  /** Capital that is not paid. */
  readonly remainingMinor: number;
  /** The month of the last instalment, YYYY-MM. */
  readonly endMonth: string;
}

/** The figures of a file, in minor units of the loan's currency. */
export interface FileFigures {
  readonly resourcesMinor: number;
  /** All charges but instalments. */
  readonly chargesMinor: number;
  /** Instalments of current loans, those known to this house included, without the new one. */
  readonly currentInstalmentsMinor: number;
  readonly newInstalmentMinor: number;
  /** Share of the resources taken by instalments, basis points rounded up; null without resources. */
  readonly debtRatioBps: number | null;
  /** Resources less all charges and all instalments; may be negative. */
  readonly restToLiveMinor: number;
}

/**
 * The figures of a file (LC-22). The debt ratio counts the instalments of current loans, the housing loan of somebody who is buying, and the
 * new instalment; the rest to live is what remains after all charges and all instalments.
 */
export function figuresOf(
  sheet: Pick<DialogueSheet, 'housing' | 'resources' | 'charges' | 'currentLoans'>,
  knownLoans: readonly Pick<KnownLoan, 'instalmentMinor'>[],
  newInstalmentMinor: number,
): FileFigures {
  const { resources: received, charges: paid } = sheet;
  const resourcesMinor = sumMinor(RESOURCES.map((name) => received[`${name}Minor`]));
  const chargesMinor = sumMinor(CHARGES.map((name) => paid[`${name}Minor`]));
  const currentInstalmentsMinor = sumMinor(
    [...sheet.currentLoans, ...knownLoans].map(({ instalmentMinor }) => instalmentMinor),
  );
  const housingLoanMinor = sheet.housing === 'buying' ? paid.rentOrHousingLoanMinor : 0;
  return {
    resourcesMinor,
    chargesMinor,
    currentInstalmentsMinor,
    newInstalmentMinor,
    debtRatioBps: debtRatioBps({
      monthlyIncomeMinor: resourcesMinor,
      existingInstalmentsMinor: sumMinor([currentInstalmentsMinor, housingLoanMinor]),
      instalmentMinor: newInstalmentMinor,
    }),
    restToLiveMinor: sumMinor([resourcesMinor, -chargesMinor, -currentInstalmentsMinor, -newInstalmentMinor]),
  };
}

/** The institution's policy on rest to live, in minor units: for a person alone, for a couple, and for each dependant. */
export interface RestToLivePolicy {
  readonly aloneMinor: number;
  readonly coupleMinor: number;
  readonly dependantMinor: number;
}

/** The policy of the house against which the figures are shown (LC-8, LC-22). No law fixes either for consumer credit. */
export interface SolvencyPolicy {
  readonly debtRatioBps: number;
  readonly restToLive: RestToLivePolicy;
}

const COUPLES: readonly MaritalStatus[] = ['married', 'civil-partnership', 'cohabiting'];

/** The rest to live that the policy asks of a household, in minor units. */
export function neededRestToLiveMinor(
  { maritalStatus, dependants }: Pick<DialogueSheet, 'maritalStatus' | 'dependants'>,
  policy: RestToLivePolicy,
): number {
  const adults = COUPLES.includes(maritalStatus) ? policy.coupleMinor : policy.aloneMinor;
  return sumMinor([adults, dependants * policy.dependantMinor]);
}

/** What of the figures is beyond the policy; a decision needs a written reason then (LC-22). */
export type PolicyExcess = 'debt-ratio' | 'rest-to-live';

/** What of a file's figures is beyond the policy. Without resources both are. */
export function policyExcesses(
  figures: FileFigures,
  household: Pick<DialogueSheet, 'maritalStatus' | 'dependants'>,
  policy: SolvencyPolicy,
): PolicyExcess[] {
  const excesses: PolicyExcess[] = [];
  if (figures.debtRatioBps === null || figures.debtRatioBps > policy.debtRatioBps)
    excesses.push('debt-ratio');
  if (figures.restToLiveMinor < neededRestToLiveMinor(household, policy.restToLive))
    excesses.push('rest-to-live');
  return excesses;
}
