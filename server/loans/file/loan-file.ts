import { namesRepaidDebts } from '#domain/loans/consolidation.ts';
import { ficpServesUntil } from '#domain/loans/ficp.ts';
import { type FileGuard, guardsReadBy, type LoanFile, missingOfFile } from '#domain/loans/file-guards.ts';
import { lacksKnownLoans } from '#domain/loans/known-loan.ts';
import {
  type FileFigures,
  figuresOf,
  neededRestToLiveMinor,
  type PolicyExcess,
  policyExcesses,
  type SolvencyPolicy,
} from '#domain/loans/solvency.ts';
import { convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { SignedIn } from '../../bank/guard.ts';
import type { Db } from '../../db/database.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { euroValueMinor } from '../../rates/euro-value.ts';
import { ratesByCurrency } from '../../rates/queries.ts';
import type { RequestRow } from '../queries.ts';
import {
  type ConsultationRow,
  consultationsOf,
  followsLoan,
  personOf,
  type SheetRow,
  sheetsOf,
  verifiedDocumentsOf,
  verifiedIdentitiesOf,
} from './file-queries.ts';
import { knownLoansOf } from './known-loans.ts';

/** The figures of a confirmed sheet against the policy (LC-22), in minor units of the loan's currency. */
export interface JudgedFigures extends FileFigures {
  readonly neededRestToLiveMinor: number;
  readonly excesses: readonly PolicyExcess[];
}

/** Everything that the file of a loan says on a day. */
export interface WholeFile {
  readonly file: LoanFile;
  /** Newest first; the first may be a draft. */
  readonly sheets: readonly SheetRow[];
  /** The last confirmed version. */
  readonly confirmed: SheetRow | null;
  readonly figures: JudgedFigures | null;
  readonly policy: SolvencyPolicy;
  /** Newest first. */
  readonly consultations: readonly ConsultationRow[];
  /** How long a consultation serves, `ficp.validDays`. */
  readonly ficpValidDays: number;
}

/** The figures of a version of the sheet. */
export function judgedFigures(
  { content, knownLoans }: Pick<SheetRow, 'content' | 'knownLoans'>,
  request: Pick<RequestRow, 'instalment'>,
  policy: SolvencyPolicy,
): JudgedFigures {
  const figures = figuresOf(content, knownLoans, request.instalment);
  return {
    ...figures,
    neededRestToLiveMinor: neededRestToLiveMinor(content, policy.restToLive),
    excesses: policyExcesses(figures, content, policy),
  };
}

/** The policy of the house on a day, its amounts in the currency of a loan: they are fixed in euro and converted at the dated rate. */
async function policyOn(db: Db, day: string, currency: CurrencyCode, rate: string | undefined) {
  const keys = [
    'policy.debt-ratio',
    'policy.rest-to-live',
    'file.documents-above',
    'ficp.validDays',
  ] as const;
  const values = await parametersOn(db, day, keys);
  const inCurrency = (minor: number) =>
    convert(money(minor, 'EUR'), currency, { eurRateFrom: '1', eurRateTo: rate ?? '1' }, 'up').amountMinor;
  const rest = values['policy.rest-to-live'];
  return {
    documentsAboveEurMinor: values['file.documents-above'],
    ficpValidDays: values['ficp.validDays'],
    policy: {
      debtRatioBps: values['policy.debt-ratio'],
      restToLive: {
        aloneMinor: inCurrency(rest.aloneMinor),
        coupleMinor: inCurrency(rest.coupleMinor),
        dependantMinor: inCurrency(rest.dependantMinor),
      },
    },
  };
}

/** Reads the file of a loan as it is at a moment. For the house: a client's role reads no consultation. */
export async function wholeFileOf(db: Db, request: RequestRow, now: Date): Promise<WholeFile> {
  const day = legalDay(now);
  const currency = request.currency as CurrencyCode;
  const rates = await ratesByCurrency(db);
  const { policy, documentsAboveEurMinor, ficpValidDays } = await policyOn(
    db,
    day,
    currency,
    rates.get(currency),
  );
  const sheets = await sheetsOf(db, request.id);
  const confirmed = sheets.find(({ confirmedAt }) => confirmedAt !== null) ?? null;
  const figures = confirmed && judgedFigures(confirmed, request, policy);
  const consultations = await consultationsOf(db, request.id);
  const [last] = consultations;
  const known = confirmed ? await knownLoansOf(db, request.clientAccountId, day) : [];
  const person = await personOf(db, request.clientAccountId);
  const file: LoanFile = {
    day,
    dateOfBirth: person.dateOfBirth,
    home: person,
    amountEurMinor: euroValueMinor(request.amount, currency, rates),
    documentsAboveEurMinor,
    sheet:
      confirmed?.confirmedAt && figures
        ? {
            confirmedOn: legalDay(confirmed.confirmedAt),
            lacksKnownLoans: lacksKnownLoans(confirmed.knownLoans, known, request.id),
            hasResources: figures.resourcesMinor > 0,
            excesses: figures.excesses,
            lacksRepaidDebts: confirmed.content.repaysDebts && !namesRepaidDebts(confirmed.content),
          }
        : null,
    documents: await verifiedDocumentsOf(db, request.id),
    identities: await verifiedIdentitiesOf(db, request.clientAccountId),
    ficp: last
      ? {
          servesUntil: ficpServesUntil(legalDay(last.consultedAt), ficpValidDays),
          outcome: last.outcome,
          hasProof: last.provider === 'simulated' || last.proofFileId !== null,
        }
      : null,
  };
  return { file, sheets, confirmed, figures, policy, consultations, ficpValidDays };
}

/**
 * Whether somebody of the staff is an agent of a file: they may read what the FICP said, and follow the file, took it in hand or decided it, or
 * consulted for it. The others see of a consultation that it was made, and when (LC-21, STAFF-5).
 */
export async function isAgentOf(
  db: Db,
  { userId: personId, permissions }: Pick<SignedIn, 'userId' | 'permissions'>,
  request: Pick<RequestRow, 'id' | 'reviewedBy'>,
  consultations: readonly Pick<ConsultationRow, 'agentId'>[],
): Promise<boolean> {
  if (!permissions.includes('fields.ficpOutcome')) return false;
  return (
    request.reviewedBy === personId ||
    consultations.some(({ agentId }) => agentId === personId) ||
    followsLoan(db, request.id, personId)
  );
}

/** What is missing, as somebody may know it. */
export const missingFor = (file: LoanFile, reader: Parameters<typeof guardsReadBy>[1]): FileGuard[] =>
  guardsReadBy(missingOfFile(file), reader);
