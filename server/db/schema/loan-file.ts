import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { DOCUMENT_KINDS } from '#domain/loans/documents.ts';
import { FICP_OUTCOMES, FICP_PROVIDERS } from '#domain/loans/ficp.ts';
import { LOAN_EVENTS } from '#domain/loans/phases.ts';
import type { DialogueSheet, KnownLoan } from '#domain/loans/solvency.ts';
import { idColumn, minor, moment } from './columns.ts';
import { files } from './files.ts';
import { loanRequests } from './requests.ts';

/** The file of a loan request (LC-16 to LC-25). Everything goes with the request. Amounts are in the request's currency. */

/**
 * The versions of the dialogue sheet (LC-16). The last version may be a draft, which is written over; a confirmed one is frozen
 * (server/db/loan-file.sql).
 */
export const dialogueSheets = pgTable(
  'dialogue_sheets',
  {
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    /** From 1. */
    version: integer('version').notNull(),
    content: jsonb('content').$type<DialogueSheet>().notNull(),
    /** The loans that this house pays out to the client, added by the server (LC-19). */
    knownLoans: jsonb('known_loans').$type<readonly KnownLoan[]>().notNull(),
    /** SHA-256 of content and known loans as canonical JSON, in hexadecimal: what the client confirms. */
    sha256: text('sha256').notNull(),
    savedAt: moment('saved_at').notNull(),
    /** Null in a draft. */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.loanRequestId, table.version] }),
    check('dialogue_sheets_form', sql`version >= 1 and length(sha256) = 64`),
  ],
);

/** The kinds of document that the staff asked for. One stays asked until a document of its kind is there that is not rejected. */
export const loanDocumentRequests = pgTable(
  'loan_document_requests',
  {
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    askedBy: uuid('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanRequestId, table.kind] })],
);

/** Consultations of the FICP (LC-21), append-only. The outcome is for the agents of the file alone: a client's role may not read it. */
export const ficpConsultations = pgTable(
  'ficp_consultations',
  {
    id: idColumn(),
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    consultedAt: moment('consulted_at').notNull(),
    agentId: uuid('agent_id').notNull(),
    legalBasis: text('legal_basis').notNull(),
    searchKey: text('search_key').notNull(),
    /** The reference that the Banque de France gave. */
    reference: text('reference').notNull(),
    outcome: text('outcome', { enum: FICP_OUTCOMES }).notNull(),
    provider: text('provider', { enum: FICP_PROVIDERS }).notNull(),
  },
  (table) => [
    index('ficp_consultations_request').on(table.loanRequestId, table.consultedAt),
    check(
      'ficp_consultations_values',
      sql`outcome in ('nothing', 'incident', 'overindebtedness') and provider in ('manual', 'simulated')`,
    ),
  ],
);

/** The proof of a consultation, one at most, append-only. */
export const ficpProofs = pgTable('ficp_proofs', {
  consultationId: uuid('consultation_id')
    .primaryKey()
    .references(() => ficpConsultations.id, { onDelete: 'cascade' }),
  fileId: uuid('file_id')
    .notNull()
    .unique()
    .references(() => files.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  /** Of the content, in hexadecimal. */
  sha256: text('sha256').notNull(),
  addedBy: uuid('added_by').notNull(),
  addedAt: moment('added_at').notNull(),
});

/** What a decision was based on (LC-25), append-only: one row for each decision of a person on a loan. */
export const loanDecisions = pgTable(
  'loan_decisions',
  {
    id: idColumn(),
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    event: text('event', { enum: LOAN_EVENTS }).notNull(),
    decidedBy: uuid('decided_by').notNull(),
    decidedAt: moment('decided_at').notNull(),
    /** The confirmed sheet that was there; null without one. */
    sheetVersion: integer('sheet_version'),
    ficpConsultationId: uuid('ficp_consultation_id').references(() => ficpConsultations.id, {
      onDelete: 'cascade',
    }),
    debtRatioBps: integer('debt_ratio_bps'),
    restToLive: minor('rest_to_live'),
    /** Why beyond the policy (LC-22), and why in spite of a listing (LC-21). */
    policyReason: text('policy_reason'),
    ficpReason: text('ficp_reason'),
    /** Of a refusal. */
    reasonCode: text('reason_code'),
  },
  (table) => [index('loan_decisions_request').on(table.loanRequestId, table.decidedAt)],
);
