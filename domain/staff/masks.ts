import type { RefusalParams } from '../errors.ts';
import { PAPERS_OF_INCOME } from '../loans/contract-papers.ts';
import type { FieldPermission, Permission } from '../operations.ts';
import { FIELD_PERMISSIONS } from '../operations.ts';

/** What stands in the place of an account number: its last four characters, which recognise it and find nothing. */
export const lastFour = (iban: string): string => `•••• ${iban.replace(/\s/g, '').slice(-4)}`;

const AN_IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;

/** What becomes of one property of an answer: its value in the place of the real one, or `undefined` to leave it. */
type Mask = (key: string, value: unknown) => unknown;

/** Stands for a property that is left out, and of which nothing is said: that it was there would tell what is masked. */
const LEFT_OUT = Symbol('left out');

const nulled =
  (isMeant: (key: string) => boolean): Mask =>
  (key, value) =>
    isMeant(key) && value !== null ? null : undefined;

/** Drops from lists what has one of these kinds. */
const without =
  (...kinds: readonly string[]): Mask =>
  (_, value) =>
    Array.isArray(value) && value.some((one) => kinds.includes(one?.kind))
      ? value.filter((one) => !kinds.includes(one?.kind))
      : undefined;

/**
 * A mask holds for one route, for the routes of a noun, or for every one of the staff. An answer of those that it is made for names it whether there was
 * something to mask or not: that a note, a document or a verified identity is there would be told by its name alone.
 */
interface FieldMask {
  readonly route?: string;
  readonly noun?: string;
  /** Whether nothing is said of it at all. */
  readonly isSilent?: true;
  readonly mask: Mask;
}

/** A person of the staff by their id alone; jobs and commands keep their names. */
const withoutName = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && isColleague(value) ? { ...value, name: null } : undefined;

const isColleague = (person: object): boolean =>
  'name' in person && person.name !== null && (!('kind' in person) || person.kind === 'person');

const INCOME = ['monthlyIncomeMinor'];
/** That a reason was given for going beyond the policy says that the income asks for one. */
const INCOME_OF_FILE = ['judged', 'debtRatioBps', 'restToLiveMinor', 'policyReason'];

/** How each guarded field leaves an answer (STAFF-5). It goes by the names of properties, so that a new route is masked as the others. */
const MASKS: Readonly<Record<FieldPermission, readonly FieldMask[]>> = {
  'fields.fullIban': [
    {
      mask: (key, value) =>
        /(^i|I)ban$/.test(key) && typeof value === 'string' ? lastFour(value) : undefined,
    },
    // An account of the house that its bank's statements name.
    {
      mask: (key, value) =>
        key === 'account' && typeof value === 'string' && AN_IBAN.test(value) ? lastFour(value) : undefined,
    },
    { route: 'withdrawals.reviewOne', mask: nulled((key) => key === 'otherClients') },
  ],
  'fields.income': [
    { mask: nulled((key) => INCOME.includes(key)) },
    {
      route: 'loanFile.review',
      mask: (key, value) =>
        key === 'sheets' && Array.isArray(value) && value.length > 0
          ? []
          : nulled((name) => INCOME_OF_FILE.includes(name))(key, value),
    },
    { noun: 'proposals', isSilent: true, mask: (key) => (key === 'policyReason' ? LEFT_OUT : undefined) },
    // What is drawn or uploaded says the same as the figures.
    { noun: 'loanOffers', mask: without(...PAPERS_OF_INCOME) },
    { route: 'loanDocuments.review', mask: without('income') },
  ],
  'fields.ficpOutcome': [
    {
      route: 'loanFile.review',
      mask: nulled((key) => ['outcome', 'searchKey', 'reference', 'ficpReason'].includes(key)),
    },
    // A command with such a reason says that the borrower is listed.
    { noun: 'proposals', isSilent: true, mask: (key) => (key === 'ficpReason' ? LEFT_OUT : undefined) },
  ],
  'fields.notes': [{ route: 'overview.clientTimeline', mask: without('note') }],
  'fields.identityDocuments': [
    { route: 'loanDocuments.review', mask: without('identity') },
    { route: 'loans.reviewOne', mask: nulled((key) => key === 'identityVerifiedAt') },
  ],
  'fields.staffNames': [
    { mask: nulled((key) => key === 'by' || key === 'agent' || key === 'sender' || key.endsWith('By')) },
    { mask: (key, value) => (key === 'maker' || key === 'actor' ? withoutName(value) : undefined) },
    { noun: 'proposals', mask: nulled((key) => key === 'memberName') },
    // Who follows a thing, by name, before and after.
    { noun: 'audit', mask: nulled((key) => key === 'assignee') },
  ],
};

/**
 * What a refusal says beside its sentence, as a person with these permissions reads it: neither the colleague who was first nor the account number that
 * stands there by now (STAFF-5).
 */
export function maskedParams(params: RefusalParams, permissions: readonly Permission[]): RefusalParams {
  const { by, iban } = params;
  return {
    ...params,
    ...(by === undefined || permissions.includes('fields.staffNames') ? {} : { by: '' }),
    ...(iban === undefined || permissions.includes('fields.fullIban')
      ? {}
      : { iban: lastFour(String(iban)) }),
  };
}

/** Properties without data of a client or a colleague: the policy of the house, and why a search found a row, which the search itself masks. */
const UNMASKED: readonly string[] = ['policy', 'hit'];

const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);

/**
 * An answer of the staff as a person with these permissions reads it: what they may not read is absent, and `masked` of the answer names the
 * permissions that were missing (STAFF-5). Answers that are no plain data, files and streams, are left as they are: their routes ask for the
 * permission.
 */
export function maskedAnswer(route: string, answer: unknown, permissions: readonly Permission[]): unknown {
  const missing = FIELD_PERMISSIONS.filter((field) => !permissions.includes(field));
  const masks = missing.flatMap((field) =>
    MASKS[field]
      .filter(
        (one) =>
          (one.route === undefined || one.route === route) &&
          (one.noun === undefined || route.startsWith(`${one.noun}.`)),
      )
      .map((one) => ({ ...one, field })),
  );
  if (masks.length === 0 || typeof answer !== 'object' || answer === null || !isPlain(answer)) return answer;
  const masked = new Set<FieldPermission>(
    masks
      .filter(({ route: own, noun, isSilent }) => !isSilent && (own !== undefined || noun !== undefined))
      .map(({ field }) => field),
  );
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
        if (UNMASKED.includes(key)) return [[key, inner]];
        for (const { field, mask } of masks) {
          const stands = mask(key, inner);
          if (stands === LEFT_OUT) return [];
          if (stands === undefined) continue;
          masked.add(field);
          return [[key, walk(stands)]];
        }
        return [[key, walk(inner)]];
      }),
    );
  };
  const shown = walk(answer) as object;
  return masked.size > 0 ? { ...shown, masked: [...masked].sort() } : shown;
}
