import { isOfAge } from '../clients/profile.ts';
import type { FieldPermission, Permission } from '../operations.ts';
import { addDays } from '../time/days.ts';
import { type Home, isInPacificCollectivity } from './contract-clock.ts';
import { isUpToDate, neededKinds, type VerifiedDocument } from './documents.ts';
import type { FicpOutcome } from './ficp.ts';
import type { PolicyExcess } from './solvency.ts';

/**
 * What can be missing from the file of a loan before its offer (LC-41), in the order of that rule. Each has a sentence in
 * `locales/<language>/loan-file.json` under `missing`.
 */
export const FILE_GUARDS = [
  'date-of-birth',
  'under-age',
  'identity',
  'territory',
  'sheet',
  'sheet-too-old',
  'sheet-loans',
  'document-income',
  'document-domicile',
  'ficp',
  'ficp-proof',
  'ficp-reason',
  'no-resource',
  'policy-reason',
  'repaid-debts',
] as const;
export type FileGuard = (typeof FILE_GUARDS)[number];

/** The guards that say what a field holds: that one is missing would tell it (STAFF-5). */
const FIELD_OF_GUARD: Readonly<Partial<Record<FileGuard, FieldPermission>>> = {
  identity: 'fields.identityDocuments',
  'document-income': 'fields.income',
  'no-resource': 'fields.income',
  'policy-reason': 'fields.income',
};

/**
 * What of the guards that fail a person may know: that a listing needs a reason says that there is one, which the agents of the file alone read
 * (LC-21).
 */
export const guardsReadBy = (
  guards: readonly FileGuard[],
  { isAgent, permissions }: { readonly isAgent: boolean; readonly permissions: readonly Permission[] },
): FileGuard[] =>
  guards.filter((guard) => {
    const field = FIELD_OF_GUARD[guard];
    if (guard === 'ficp-reason') return isAgent;
    return field === undefined || permissions.includes(field);
  });

/** A confirmed sheet serves an offer for this many days (LC-18). */
export const SHEET_VALID_DAYS = 30;

/** The shortest written reason of a decision beyond the policy or in spite of a listing (LC-21, LC-22), in characters. */
export const MIN_REASON_LENGTH = 20;

/** What the file of a loan holds on a day. Days are YYYY-MM-DD in French legal time. */
export interface LoanFile {
  readonly day: string;
  readonly dateOfBirth: string | null;
  /** Where the client lives, as far as they said. */
  readonly home: Home | null;
  /** The amount asked for and the threshold of D312-7, in euro cents. */
  readonly amountEurMinor: number;
  readonly documentsAboveEurMinor: number;
  /** The last confirmed sheet; null while none is. */
  readonly sheet: {
    readonly confirmedOn: string;
    /** Whether this house has granted a loan since that it does not name (LC-19). */
    readonly lacksKnownLoans: boolean;
    readonly hasResources: boolean;
    readonly excesses: readonly PolicyExcess[];
    /** Whether it says that the loan repays debts without naming them (LC-24). */
    readonly lacksRepaidDebts: boolean;
  } | null;
  /** Verified documents of this file. */
  readonly documents: readonly VerifiedDocument[];
  /** Verified identity documents of the client, those of their earlier files included. */
  readonly identities: readonly VerifiedDocument[];
  /** The last consultation of the FICP in this file; null while there is none. */
  readonly ficp: {
    /** The last day on which it serves (`ficpServesUntil`). */
    readonly servesUntil: string;
    readonly outcome: FicpOutcome;
    /** Whether a proof is kept; a simulated consultation needs none. */
    readonly hasProof: boolean;
  } | null;
}

/** The written reasons of the decision that is being taken; null or too short counts as none. */
export interface DecisionReasons {
  readonly policyReason?: string | null | undefined;
  readonly ficpReason?: string | null | undefined;
}

const isReason = (text: string | null | undefined) => (text?.trim().length ?? 0) >= MIN_REASON_LENGTH;

function missingOfPerson({ dateOfBirth, home, day, identities }: LoanFile): FileGuard[] {
  const missing: FileGuard[] = [];
  if (!dateOfBirth) missing.push('date-of-birth');
  else if (!isOfAge(dateOfBirth, day)) missing.push('under-age');
  if (!identities.some((document) => isUpToDate(document, day))) missing.push('identity');
  if (home && isInPacificCollectivity(home)) missing.push('territory');
  return missing;
}

function missingOfSheet({ sheet, day }: LoanFile): FileGuard[] {
  if (!sheet) return ['sheet'];
  return [
    ...(day > addDays(sheet.confirmedOn, SHEET_VALID_DAYS) ? (['sheet-too-old'] as const) : []),
    ...(sheet.lacksKnownLoans ? (['sheet-loans'] as const) : []),
  ];
}

function missingOfDocuments({
  amountEurMinor,
  documentsAboveEurMinor,
  documents,
  day,
}: LoanFile): FileGuard[] {
  const good = documents.filter((document) => isUpToDate(document, day)).map(({ kind }) => kind);
  return neededKinds(amountEurMinor, documentsAboveEurMinor).flatMap((kind): FileGuard[] =>
    kind === 'identity' || good.includes(kind) ? [] : [`document-${kind}`],
  );
}

function missingOfFicp({ ficp, day }: LoanFile, { ficpReason }: DecisionReasons): FileGuard[] {
  if (!ficp || day > ficp.servesUntil) return ['ficp'];
  return [
    ...(ficp.hasProof ? [] : (['ficp-proof'] as const)),
    ...(ficp.outcome === 'nothing' || isReason(ficpReason) ? [] : (['ficp-reason'] as const)),
  ];
}

function missingOfFigures({ sheet }: LoanFile, { policyReason }: DecisionReasons): FileGuard[] {
  if (!sheet) return [];
  if (!sheet.hasResources) return ['no-resource'];
  return sheet.excesses.length === 0 || isReason(policyReason) ? [] : ['policy-reason'];
}

/** LC-24: the document of a consolidation lists each debt that it repays (R314-20). */
const missingOfConsolidation = ({ sheet }: LoanFile): FileGuard[] =>
  sheet?.lacksRepaidDebts ? ['repaid-debts'] : [];

/**
 * Every guard of LC-41 that the file itself fails, in the order of that rule; empty when an offer may be made as far as the file goes. What
 * an offer needs besides (the institution, bounds, durable medium, usury, templates, freezes) is asked where offers are made.
 */
export function missingOfFile(file: LoanFile, reasons: DecisionReasons = {}): FileGuard[] {
  return [
    ...missingOfPerson(file),
    ...missingOfSheet(file),
    ...missingOfDocuments(file),
    ...missingOfFicp(file, reasons),
    ...missingOfFigures(file, reasons),
    ...missingOfConsolidation(file),
  ];
}
