import { FILE_TYPES } from '../files/file-type.ts';
import type { FieldPermission, Permission } from '../operations.ts';
import { addMonths } from './due-dates.ts';
import { type LoanPhase, propertiesOf } from './phases.ts';

/** Documents of one loan request at most. */
export const MAX_LOAN_DOCUMENTS = 10;

/** What a client may add to a loan request (LC-20): PDF, JPEG or PNG, 10 MB of 1 048 576 bytes each. */
export const LOAN_DOCUMENT = { types: FILE_TYPES, maxBytes: 10 * 1024 * 1024 } as const;

/** Whether the client may still add documents to a request and remove them: until it is decided. */
export const takesDocuments = (phase: LoanPhase): boolean => propertiesOf(phase).stage === 'request';

/** What a document proves (D312-8). `other` is a document that the law does not name. */
export const DOCUMENT_KINDS = ['identity', 'income', 'domicile', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The field without which a document of a kind is not there: neither in a list nor as asked for or missing (STAFF-5). */
export const FIELD_OF_KIND: Readonly<Partial<Record<DocumentKind, FieldPermission>>> = {
  identity: 'fields.identityDocuments',
  income: 'fields.income',
};

/** The kinds of document of which a person with these permissions reads (STAFF-5). */
export const kindsReadBy = (permissions: readonly Permission[]): readonly DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => {
    const field = FIELD_OF_KIND[kind];
    return field === undefined || permissions.includes(field);
  });

/** The kinds that D312-8 asks for above `file.documents-above`. */
export const NEEDED_KINDS = ['identity', 'income', 'domicile'] as const satisfies readonly DocumentKind[];
export type NeededKind = (typeof NEEDED_KINDS)[number];

/** Where a document stands (LC-20). */
export const DOCUMENT_STATES = ['received', 'verified', 'rejected'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Why a document is rejected. A closed list: each has a sentence in the catalogues, which is what the client reads. */
export const DOCUMENT_REJECTIONS = [
  'unreadable',
  'incomplete',
  'expired',
  'too-old',
  'other-person',
  'other-kind',
] as const;
export type DocumentRejection = (typeof DOCUMENT_REJECTIONS)[number];

/** Documents of domicile and income are at most this old when they are looked at (LC-20). */
export const DOCUMENT_AGE_MONTHS = 3;

/** A document that an agent verified. Days are YYYY-MM-DD. */
export interface VerifiedDocument {
  readonly kind: DocumentKind;
  /** Of a document of domicile or income. */
  readonly issuedOn: string | null;
  /** Of an identity document. */
  readonly expiresOn: string | null;
}

/** Whether a verified document is good on a day: identity not expired; domicile and income issued at most three months before (LC-20). */
export function isUpToDate({ kind, issuedOn, expiresOn }: VerifiedDocument, day: string): boolean {
  if (kind === 'identity') return expiresOn !== null && expiresOn >= day;
  if (kind === 'other') return true;
  return issuedOn !== null && issuedOn <= day && issuedOn >= addMonths(day, -DOCUMENT_AGE_MONTHS);
}

/**
 * The kinds of document that a loan needs: all three of D312-8 when it is strictly above the threshold, none at or below it (LC-20).
 * Both amounts in euro cents.
 */
export function neededKinds(amountEurMinor: number, documentsAboveEurMinor: number): readonly NeededKind[] {
  return amountEurMinor > documentsAboveEurMinor ? NEEDED_KINDS : [];
}
