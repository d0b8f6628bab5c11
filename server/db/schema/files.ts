import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
    /** Who uploaded it; it goes with them. */
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key of the content, sealed with the key of the instance. */
    sealedKey: text('sealed_key').notNull(),
    createdAt: moment('created_at').notNull(),
    /** By its content. This and what follows is null in a draft. */
    mediaType: text('media_type', { enum: ['application/pdf', 'image/jpeg', 'image/png'] }),
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

/** Documents that a client added to a loan request. They go with the request. */
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
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('loan_documents_request').on(table.loanRequestId, table.createdAt, table.id)],
);
