import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { fileName } from '#domain/files/file-name.ts';
import { FILE_TYPES } from '#domain/files/file-type.ts';
import { documentReviewChecks, documentReviewFields } from '#domain/loans/document-review.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATES, LOAN_DOCUMENT, NEEDED_KINDS } from '#domain/loans/documents.ts';
import { FICP_OUTCOMES, FICP_PROVIDERS } from '#domain/loans/ficp.ts';
import { FILE_GUARDS } from '#domain/loans/file-guards.ts';
import { LOAN_EVENTS, LOAN_PHASES } from '#domain/loans/phases.ts';
import { dialogueSheet } from '#domain/loans/solvency.ts';
import { route } from './route.ts';
import { byId, day, empty, id, instant, streamedFile } from './values.ts';

const tag = 'Loan file';

const kind = z.enum(DOCUMENT_KINDS, 'validation.choice');
const seenPhase = z.optional(z.enum(LOAN_PHASES, 'validation.choice'));

/** A loan that this house pays out to the client, added to the sheet by the server (LC-19). Minor units of the loan's currency. */
const knownLoan = z.object({
  loanId: id,
  purpose: z.string(),
  instalmentMinor: z.int(),
  remainingMinor: z.int(),
  /** YYYY-MM. */
  endMonth: z.string(),
});

/** A version of the dialogue sheet. */
export const sheetVersion = z.object({
  version: z.int(),
  content: dialogueSheet,
  knownLoans: z.array(knownLoan),
  /** Of content and known loans: what a confirmation is of. */
  sha256: z.string(),
  savedAt: instant,
  /** Null in a draft. */
  confirmedAt: z.nullable(instant),
});

/** The figures of a confirmed sheet (LC-22), in minor units of the loan's currency. */
const figures = z.object({
  resourcesMinor: z.int(),
  chargesMinor: z.int(),
  currentInstalmentsMinor: z.int(),
  newInstalmentMinor: z.int(),
  /** Basis points, rounded up; null without resources. */
  debtRatioBps: z.nullable(z.int()),
  restToLiveMinor: z.int(),
});

/** The file as its client sees it. */
export const clientLoanFile = z.object({
  /** The last version: a draft, or confirmed; null before the first. */
  sheet: z.nullable(sheetVersion),
  /** The last confirmed version and how long it serves. */
  confirmed: z.nullable(z.object({ version: z.int(), confirmedAt: instant, validUntil: day })),
  /** What this house would add to a sheet saved now. */
  knownLoans: z.array(knownLoan),
  /** The documents that a loan of this amount needs (D312-8). */
  neededKinds: z.array(z.enum(NEEDED_KINDS)),
  /** The documents that the staff asked for and that are not there yet. */
  missingKinds: z.array(kind),
  /** What the client reads before they accept an offer (LC-23); null until a sheet is confirmed. */
  figures: z.nullable(figures),
  /** The day of the last consultation of the FICP in this file; what it said is never told here (L751-5). */
  ficpConsultedOn: z.nullable(day),
});

/** A consultation of the FICP. What it said is for the agents of the file; the others see that it was made. */
const consultation = z.object({
  id,
  consultedAt: instant,
  agent: z.nullable(z.string()),
  /** Whether the caller made it. */
  isOwn: z.boolean(),
  provider: z.enum(FICP_PROVIDERS),
  validUntil: day,
  legalBasis: z.string(),
  searchKey: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  outcome: z.nullable(z.enum(FICP_OUTCOMES)),
  proof: z.nullable(z.object({ name: z.string(), sha256: z.string() })),
});

/** The file as the back office sees it. */
export const reviewedLoanFile = z.object({
  /** Confirmed versions of the sheet, newest first, each with its figures. */
  sheets: z.array(z.object({ ...sheetVersion.shape, figures })),
  /** The figures of the last confirmed version against the policy. */
  judged: z.nullable(
    z.object({
      ...figures.shape,
      neededRestToLiveMinor: z.int(),
      excesses: z.array(z.enum(['debt-ratio', 'rest-to-live'])),
    }),
  ),
  policy: z.object({ debtRatioBps: z.int() }),
  neededKinds: z.array(z.enum(NEEDED_KINDS)),
  askedKinds: z.array(z.object({ kind, askedAt: instant, isMissing: z.boolean() })),
  consultations: z.array(consultation),
  /** Whether the caller is an agent of the file. */
  isAgent: z.boolean(),
  /** What an offer would lack on the side of the file (LC-41). */
  missing: z.array(z.enum(FILE_GUARDS)),
  /** Decisions of people with what they were based on (LC-25), oldest first. */
  decisions: z.array(
    z.object({
      event: z.enum(LOAN_EVENTS),
      by: z.nullable(z.string()),
      at: instant,
      sheetVersion: z.nullable(z.int()),
      /** Whether a consultation of the FICP was there. */
      isFicpConsulted: z.boolean(),
      debtRatioBps: z.nullable(z.int()),
      restToLiveMinor: z.nullable(z.int()),
      policyReason: z.nullable(z.string()),
      ficpReason: z.nullable(z.string()),
    }),
  ),
});

const ofConsultation = { id, consultationId: id };

/** Why compliance opens what the FICP said of a client whose file they do not work on: its own sentence in the audit trail. */
const openingReason = z
  .string('validation.required')
  .check(z.trim(), z.minLength(20, 'validation.note.tooShort'), z.maxLength(500, 'validation.tooLong'));

export const loanFileContract = {
  show: route({
    method: 'GET',
    path: '/loans/{id}/file',
    summary: "The file of one of the client's own loans: dialogue sheet, documents to give, figures",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ file: clientLoanFile })),
  saveSheet: route({
    method: 'PUT',
    path: '/loans/{id}/dialogue-sheet',
    summary: 'Save the dialogue sheet of an open request; the loans that this house knows are added',
    tag,
    access: 'client',
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(z.strictObject({ id, content: dialogueSheet }))
    .output(z.object({ sheet: sheetVersion })),
  confirmSheet: route({
    method: 'POST',
    path: '/loans/{id}/dialogue-sheet/confirmation',
    summary: 'Certify the version of the sheet that was read; it is frozen then',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'auth.second-factor-missing',
      'not-found',
      'loan.wrong-phase',
      'file.sheet-changed',
    ],
  })
    .input(
      z.strictObject({
        id,
        version: z.int().check(z.gte(1)),
        sha256: z.string().check(z.length(64, 'validation.invalid')),
        /** « Je certifie sur l'honneur l'exactitude des informations figurant dans cette fiche. » */
        isCertified: z.literal(true, 'validation.required'),
      }),
    )
    .output(z.object({ sheet: sheetVersion })),
  cancel: route({
    method: 'POST',
    path: '/loans/{id}/cancellation',
    summary: "Cancel one of the client's own requests, until an offer is made",
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(z.strictObject({ id, seenPhase }))
    .output(empty),
  review: route({
    method: 'GET',
    path: '/admin/loans/{id}/file',
    summary:
      'The file of a loan: sheet versions, figures against the policy, consultations, what an offer lacks',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ file: reviewedLoanFile })),
  askDocuments: route({
    method: 'POST',
    path: '/admin/loans/{id}/document-requests',
    summary: 'Ask the client for documents by their kinds; the request is taken in hand',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(
      z.strictObject({
        id,
        kinds: z
          .array(kind)
          .check(
            z.minLength(1, 'validation.required'),
            z.maxLength(DOCUMENT_KINDS.length, 'validation.tooMany'),
          ),
        seenPhase,
      }),
    )
    .output(empty),
  reviewDocument: route({
    method: 'POST',
    path: '/admin/loans/{id}/document-reviews',
    summary: 'Verify a document with its kind, holder and day, or reject it with a reason',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'document.already-reviewed'],
  })
    .input(
      z
        .strictObject({
          id,
          documentId: id,
          /** The state that was shown: another one by then is refused. */
          seenState: z.optional(z.enum(DOCUMENT_STATES)),
          ...documentReviewFields,
        })
        .check(...documentReviewChecks),
    )
    .output(empty),
  consultFicp: route({
    method: 'POST',
    path: '/admin/loans/{id}/ficp-consultations',
    summary: 'Record a consultation of the FICP; in a demonstration it is simulated and says so',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'loan.status-forbids'],
  })
    .input(
      z.strictObject({
        id,
        searchKey: requiredText(40),
        reference: requiredText(60),
        outcome: z.enum(FICP_OUTCOMES, 'validation.choice'),
      }),
    )
    .output(z.object({ consultationId: id })),
  keepFicpProof: route({
    method: 'POST',
    path: '/admin/loans/{id}/ficp-consultations/{consultationId}/proof',
    summary: "Keep the proof of one's own consultation, once: a PDF, a JPEG or a PNG of at most 10 MB",
    tag,
    access: 'staff',
    idempotent: true,
    upload: LOAN_DOCUMENT,
    refusals: ['not-found', 'file.proof-kept'],
  })
    .input(z.strictObject({ ...ofConsultation, name: fileName }))
    .output(empty),
  openFicpProof: route({
    method: 'GET',
    path: '/admin/loans/{id}/ficp-consultations/{consultationId}/proof',
    summary: 'The proof of a consultation, for an agent of the file; the audit trail says who opened it',
    tag,
    access: 'staff',
    download: FILE_TYPES,
    refusals: ['not-found'],
  })
    .input(z.strictObject(ofConsultation))
    .output(streamedFile),
  openFicpOutcome: route({
    method: 'POST',
    path: '/admin/loans/{id}/ficp-openings',
    summary:
      'What the FICP said, for compliance, who are no agents of the file: with a reason that the audit trail keeps',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, reason: openingReason }))
    .output(z.object({ consultations: z.array(consultation) })),
};
