import type { Institution } from '#content/institution/schema.ts';
import { Refusal, type RefusalCode, type RefusalParams } from '#domain/errors.ts';
import { contractClock } from '#domain/loans/contract-clock.ts';
import { missingTemplates } from '#domain/loans/contract-papers.ts';
import { contractFigures, plannedTaegPercent } from '#domain/loans/contract-terms.ts';
import { addMonths } from '#domain/loans/due-dates.ts';
import type { FileGuard } from '#domain/loans/file-guards.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import { type UsuryVerdict, usuryVerdict } from '#domain/loans/usury.ts';
import { convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '#domain/time/days.ts';
import fileWords from '#locales/fr/loan-file.json' with { type: 'json' };
import type { Db } from '../../db/database.ts';
import { rateOfCurrency } from '../../rates/queries.ts';
import type { SheetRow } from '../file/file-queries.ts';
import { outsideBounds } from '../loan-bounds.ts';
import type { RequestRow } from '../queries.ts';
import { hasFrozenLoan } from '../recovery/recovery-queries.ts';
import type { ContractLaw } from './contract-law.ts';
import { lastConsentOf } from './queries.ts';

/** A guard that fails: what it refuses with, and what its sentence needs. */
export interface MissingForOffer {
  readonly code: RefusalCode;
  readonly params: RefusalParams;
}

/**
 * Compares a loan's TAEG with the usury ceiling of a day (LC-37): its contract's, and that of its planned dates.
 * @param loan amounts in minor units of `currency`; the bands are in euro.
 */
export async function usuryOf(
  db: Db,
  { institution, law }: { readonly institution: Institution; readonly law: ContractLaw },
  loan: {
    readonly principalMinor: number;
    readonly currency: CurrencyCode;
    readonly annualRateBps: number;
    readonly durationMonths: number;
    readonly payoutDay: string;
    readonly dueDay?: number | null;
  },
  day: string,
): Promise<UsuryVerdict> {
  const eurRate = (await rateOfCurrency(db, loan.currency)) ?? '1';
  const inEuro = convert(
    money(loan.principalMinor, loan.currency),
    'EUR',
    { eurRateFrom: eurRate, eurRateTo: '1' },
    'up',
  );
  return usuryVerdict({
    taegPercents: [contractFigures(loan, law['daily.base']).taegPercent, plannedTaegPercent(loan)],
    amountMinor: inEuro.amountMinor,
    day,
    quarter: law['usury.ceilings'],
    marginBps: law['usury.margin'],
    mode: institution.mode,
  });
}

/** The payout day of a contract that is accepted on a day (LC-53). */
export function plannedPayoutDay(day: string, law: ContractLaw): string {
  const acceptedAt = startOfDayIn(LEGAL_TIME_ZONE, day);
  const { periods } = law;
  return contractClock({ acceptedAt, payoutChoice: 'earliest', residenceZone: null, periods }).payoutDay;
}

/** Whether the client's word about documents as PDF still holds (LC-29). */
export function consentHolds(givenAt: Date | null, day: string, law: ContractLaw): boolean {
  return givenAt !== null && day <= addMonths(legalDay(givenAt), law['consent.months']);
}

/** The product of a request's offer: what repays debts by the client's certified sheet is a consolidation, whatever was asked (LC-24, R312-5). */
export function productOfOffer(
  { product }: Pick<RequestRow, 'product'>,
  sheet: Pick<SheetRow, 'content'> | null,
): RequestRow['product'] {
  return sheet?.content.repaysDebts ? 'consolidation' : product;
}

const OF_PERSON: readonly FileGuard[] = ['date-of-birth', 'under-age', 'identity', 'territory'];

function incomplete(guards: readonly FileGuard[]): MissingForOffer[] {
  const names = guards.map((guard) => fileWords.missing[guard]);
  return guards.length > 0 ? [{ code: 'file.incomplete', params: { missing: names.join(', ') } }] : [];
}

/**
 * The guards of an offer that fail, in the order of LC-41: the institution, bounds, the person, durable medium, file, usury, templates, no freeze.
 * @param asked fileGuards: those of the file that fail (`missingOfFile`).
 */
export async function missingForOffer(
  db: Db,
  { institution, law }: { readonly institution: Institution; readonly law: ContractLaw },
  request: RequestRow,
  {
    userId,
    day,
    product,
    fileGuards,
  }: {
    readonly userId: string;
    readonly day: string;
    /** What the offer is of (`productOfOffer`). */
    readonly product: RequestRow['product'];
    readonly fileGuards: readonly FileGuard[];
  },
): Promise<{ readonly missing: MissingForOffer[]; readonly usury: UsuryVerdict }> {
  const usury = await usuryOf(
    db,
    { institution, law },
    {
      principalMinor: request.amount,
      currency: request.currency as CurrencyCode,
      annualRateBps: request.annualRateBps,
      durationMonths: request.durationMonths,
      payoutDay: plannedPayoutDay(day, law),
    },
    day,
  );
  const templates = missingTemplates(product, institution.templateApprovals ?? {}, institution.mode);
  const missing: (MissingForOffer | null)[] = [
    mayLend(institution) ? null : { code: 'loan.status-forbids', params: {} },
    await outsideBounds(db, priceListOf(institution), request, day),
    ...incomplete(fileGuards.filter((guard) => OF_PERSON.includes(guard))),
    consentHolds(await lastConsentOf(db, userId), day, law)
      ? null
      : { code: 'client.paper-required', params: {} },
    ...incomplete(fileGuards.filter((guard) => !OF_PERSON.includes(guard))),
    usury.refusal ? { code: usury.refusal, params: {} } : null,
    templates.length > 0
      ? { code: 'offer.template-missing', params: { templates: templates.join(', ') } }
      : null,
    (await hasFrozenLoan(db, request.clientAccountId)) ? { code: 'loan.frozen', params: {} } : null,
  ];
  return { missing: missing.filter((one) => one !== null), usury };
}

/** What blocks an offer in a demonstration too: the bounds (LC-13), a freeze (LC-94). Its other guards are listed and block nothing (LC-3). */
const ALWAYS: readonly RefusalCode[] = [
  'loan.outside-terms',
  'loan.outside-durations',
  'rate.unknown',
  'usury.above',
  'loan.frozen',
];

/** @throws Refusal the first guard that fails. */
export function requireNothingMissing(missing: readonly MissingForOffer[], mode: Institution['mode']): void {
  const first = missing.find(({ code }) => mode === 'live' || ALWAYS.includes(code));
  if (first) throw new Refusal(first.code, first.params);
}
