/**
 * Figures and names inside the texts are written `{{name}}` and filled when a page is rendered, so that a text can never
 * disagree with the product table, the schedule engine or the institution. Every name the texts may use is listed here:
 * the application supplies all of them (see `PlaceholderValues`), and a test refuses a text that uses another.
 */

export const institutionPlaceholders = [
  'institution.brandName',
  'institution.legalName',
  'institution.identity',
  'institution.address',
  'institution.phone',
  'institution.email',
  'institution.customerServiceEmail',
  'institution.dpoEmail',
  'institution.openingHours',
  'institution.publicationDirector',
  'institution.hostName',
  'institution.hostAddress',
  'institution.hostPhone',
  'institution.status',
  'institution.registration',
  'institution.supervision',
  'institution.mediatorName',
  'institution.mediatorAddress',
  'institution.mediatorWebsite',
  'institution.depositGuarantee',
  'institution.liabilityCover',
  'institution.sinceYear',
  'institution.partnerLenders',
  'institution.ficpOrigin',
  'institution.contractPurpose',
  'institution.loanDecision',
  'institution.loanRecipients',
  'institution.loanRetention',
] as const;

/** `terms.*` spans the whole product table; `<product>.*` is one product. Each value is formatted, unit included. */
const figures = [
  'amountMin',
  'amountMax',
  'durationMin',
  'durationMax',
  'rateMin',
  'rateMax',
  'taegMin',
  'taegMax',
] as const;

export const productIds = ['personal', 'auto', 'consolidation', 'project'] as const;
export type ProductId = (typeof productIds)[number];

export const termsPlaceholders = [
  ...figures.map((figure) => `terms.${figure}` as const),
  'terms.fileFees',
  'terms.earlyRepaymentFee',
  'terms.debtRatioMax',
  'terms.minimumAge',
  'terms.recommendedIncome',
] as const;

/** `<product>.representative` is the product's own representative example, as `example.representative` is the simulator's. */
export const productPlaceholders = productIds.flatMap((id) =>
  [...figures, 'representative' as const].map((figure) => `${id}.${figure}` as const),
);

/** All in French, whatever the language. */
export const legalPlaceholders = [
  'legal.creditWarning',
  'legal.noPaymentBeforeLoan',
  'legal.listRates',
] as const;

/**
 * `example.*` is the simulator's default (same product, amount and duration as the representative example);
 * `example.long.*` is the same amount at the same rate over 60 months. All come from the exact schedule.
 */
export const examplePlaceholders = [
  'example.representative',
  'example.amount',
  'example.duration',
  'example.rate',
  'example.taeg',
  'example.instalment',
  'example.firstInterest',
  'example.firstCapital',
  'example.totalDue',
  'example.totalInterest',
  'example.long.duration',
  'example.long.instalment',
  'example.long.totalDue',
  'example.long.totalInterest',
  'example.long.extraInterest',
] as const;

export const allPlaceholders = [
  ...institutionPlaceholders,
  ...termsPlaceholders,
  ...productPlaceholders,
  ...legalPlaceholders,
  ...examplePlaceholders,
] as const;

export type InstitutionPlaceholder = (typeof institutionPlaceholders)[number];
export type PlaceholderName = (typeof allPlaceholders)[number];
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

const pattern = /\{\{([^{}]*)\}\}/g;

/** The names used in a text, each once, in order of appearance. */
export function placeholderNames(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

/**
 * Fills every placeholder. Throws on a name without a value and on braces that open or close nothing: a page with
 * « {{terms.taegMin}} » on it must fail the build, not reach a reader.
 */
export function fillPlaceholders(text: string, values: Readonly<Partial<Record<string, string>>>): string {
  const rest = text.replace(pattern, '');
  if (rest.includes('{{') || rest.includes('}}')) {
    throw new Error(
      `Braces without a placeholder near: ${rest.slice(Math.max(0, rest.search(/\{\{|\}\}/) - 40)).slice(0, 80)}`,
    );
  }
  return text.replace(pattern, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`Unknown placeholder: {{${name}}}`);
    return value;
  });
}
