import * as z from 'zod/mini';
import { fileName } from '#domain/files/file-name.ts';
import { FILE_TYPES } from '#domain/files/file-type.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_REJECTIONS,
  DOCUMENT_STATES,
  LOAN_DOCUMENT,
} from '#domain/loans/documents.ts';
import { route } from './route.ts';
import { byId, day, id, instant, streamedFile } from './values.ts';

const tag = 'Loan documents';

/** A document of a loan request. */
export const loanDocument = z.object({
  id,
  /** As the client's machine called it. */
  name: z.string(),
  mediaType: z.enum(FILE_TYPES),
  sizeBytes: z.int(),
  /** What the client said it is, then what an agent found; null where nobody said. */
  kind: z.nullable(z.enum(DOCUMENT_KINDS)),
  state: z.enum(DOCUMENT_STATES),
  /** Why it was rejected. */
  rejection: z.nullable(z.enum(DOCUMENT_REJECTIONS)),
  createdAt: instant,
});

/** The same as the back office sees it. */
export const reviewedLoanDocument = z.extend(loanDocument, {
  /** Whether an antivirus has looked into it; false where none is configured. */
  isScanned: z.boolean(),
  /** Whose name a verified document bears, and its day. */
  holder: z.nullable(z.string()),
  issuedOn: z.nullable(day),
  expiresOn: z.nullable(day),
  reviewedAt: z.nullable(instant),
});

/** A loan request by `id`, and one of its documents. */
const ofLoan = z.strictObject({ id, documentId: id });

export const loanDocumentsContract = {
  list: route({
    method: 'GET',
    path: '/loans/{id}/documents',
    summary: "The documents of one of the client's own loan requests, oldest first",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ documents: z.array(loanDocument) })),
  add: route({
    method: 'POST',
    path: '/loans/{id}/documents',
    summary: 'Add a PDF, a JPEG or a PNG of at most 10 MB to a loan request that is not decided, ten at most',
    tag,
    access: 'client',
    idempotent: true,
    upload: LOAN_DOCUMENT,
    refusals: ['not-found', 'document.too-many', 'document.already-added', 'document.request-decided'],
  })
    .input(
      // The kind stands in the header `X-Document-Kind`, beside the name.
      z.strictObject({ id, name: fileName, kind: z.optional(z.enum(DOCUMENT_KINDS, 'validation.choice')) }),
    )
    .output(z.object({ document: loanDocument })),
  remove: route({
    method: 'DELETE',
    path: '/loans/{id}/documents/{documentId}',
    summary: 'Take a document back from a loan request that is not decided',
    tag,
    access: 'client',
    refusals: ['not-found', 'document.request-decided', 'document.verified'],
  })
    .input(ofLoan)
    .output(z.object({})),
  read: route({
    method: 'GET',
    path: '/loans/{id}/documents/{documentId}/content',
    summary: "A document of one of the client's own loan requests",
    tag,
    access: 'client',
    download: FILE_TYPES,
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(streamedFile),
  review: route({
    method: 'GET',
    path: '/admin/loans/{id}/documents',
    summary: 'The documents of a loan request, oldest first',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ documents: z.array(reviewedLoanDocument) })),
  open: route({
    method: 'GET',
    path: '/admin/loans/{id}/documents/{documentId}/content',
    summary: 'A document of a loan request; the audit trail says who opened it',
    tag,
    access: 'staff',
    download: FILE_TYPES,
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(streamedFile),
};
