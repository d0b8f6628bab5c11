import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS, DOCUMENT_REJECTIONS, DOCUMENT_STATES } from '#domain/loans/documents.ts';
import { bytes, idColumn, moment } from './columns.ts';
import { loanRequests } from './requests.ts';
import { users } from './sign-in.ts';

/**
 * Files that people uploaded. A file is a draft while its content arrives, and is kept by the transaction that gives it a place; the content
 * is in `file_chunks`, encrypted under a key of its own. A kept file never changes.
 */
export const files = pgTable(
  'files',
  {
    id: idColumn(),
    /** Who uploaded it; it goes with them. Null for a file of the house, such as one of its bank. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The key of the content, sealed with the key of the instance. */
    sealedKey: text('sealed_key').notNull(),
    createdAt: moment('created_at').notNull(),
    /** By its content. This and what follows is null in a draft. */
    mediaType: text('media_type', {
      enum: ['application/pdf', 'image/jpeg', 'image/png', 'application/xml'],
    }),
    /** Bytes of the content before encryption. */
    sizeBytes: integer('size_bytes'),
    chunkCount: integer('chunk_count'),
    /** SHA-256 of the content before encryption, in hexadecimal. */
    sha256: text('sha256'),
    /** What the antivirus said; `unscanned` where none is configured. A file in which it found something is not kept. */
    scan: text('scan', { enum: ['clean', 'unscanned'] }),
    keptAt: moment('kept_at'),
  },
  (table) => [
    index('files_person').on(table.personId),
    // One upload of a person is under way at a time.
    uniqueIndex('files_draft').on(table.personId).where(sql`kept_at is null`),
  ],
);

/** The content of files in encrypted pieces, in their order from 0. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.number] })],
);

/** Documents that a client added to a loan request, with what the staff found in each. They go with the request. */
export const loanDocuments = pgTable(
  'loan_documents',
  {
    id: idColumn(),
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** As the client's machine called it: a text to be shown, nothing else. */
    name: text('name').notNull(),
    /** What the client says it is, then what the agent found; null where the client did not say. */
    kind: text('kind', { enum: DOCUMENT_KINDS }),
    /** What the staff found (LC-20); what follows belongs to it. */
    state: text('state', { enum: DOCUMENT_STATES }).notNull().default('received'),
    /** Whose name a verified document bears. */
    holder: text('holder'),
    issuedOn: date('issued_on', { mode: 'string' }),
    expiresOn: date('expires_on', { mode: 'string' }),
    rejection: text('rejection', { enum: DOCUMENT_REJECTIONS }),
    reviewedBy: uuid('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    createdAt: moment('created_at').notNull(),
    /** The first moment that is too late to verify it. */
    dueAt: moment('due_at'),
  },
  (table) => [
    index('loan_documents_request').on(table.loanRequestId, table.createdAt, table.id),
    // The queue « Pièces à vérifier ».
    index('loan_documents_received').on(table.createdAt).where(sql`state = 'received'`),
    check(
      'loan_documents_reviewed',
      sql`case state
        when 'received' then num_nonnulls(holder, issued_on, expires_on, rejection, reviewed_by, reviewed_at) = 0
        when 'verified' then num_nonnulls(kind, holder, reviewed_by, reviewed_at) = 4 and rejection is null
        when 'rejected' then num_nonnulls(rejection, reviewed_by, reviewed_at) = 3
        else false end`,
    ),
  ],
);
