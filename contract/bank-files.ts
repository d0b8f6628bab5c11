import * as z from 'zod/mini';
import { fileName } from '#domain/files/file-name.ts';
import { BANK_FILE_TYPE } from '#domain/files/file-type.ts';
import { BANK_FILE_LIMITS } from '#domain/statements/bank-file-limits.ts';
import { FILE_FAULTS } from '#domain/statements/file-fault.ts';
import { MESSAGE_KINDS } from '#domain/statements/message-kinds.ts';
import {
  BANK_FILE_SOURCES,
  BANK_FILE_STATES,
  STATEMENT_CODES,
  STATEMENT_STATES,
} from '#domain/statements/states.ts';
import { route } from './route.ts';
import { byId, day, id, instant, pageInput, pageOutput, streamedFile } from './values.ts';

const tag = 'Bank files';

/** A statement of an account, or a notification of details. Amounts are minor units of `currency`, above zero for a credit. */
export const bankStatement = z.object({
  id,
  fileId: id,
  kind: z.enum(['statement', 'notification']),
  account: z.string(),
  currency: z.string(),
  /** `Stmt/Id` and `ElctrncSeqNb` of the file. */
  statementId: z.string(),
  sequence: z.nullable(z.string()),
  page: z.nullable(z.int()),
  openingMinor: z.nullable(z.int()),
  closingMinor: z.nullable(z.int()),
  /** The day of the closing balance. */
  day: z.nullable(day),
  bookedCount: z.int(),
  creditSumMinor: z.int(),
  debitSumMinor: z.int(),
  /** Entries that do not count: pending, informational, future. */
  otherCount: z.int(),
  state: z.enum(STATEMENT_STATES),
  /** Why it is refused or waits. */
  code: z.nullable(z.enum(STATEMENT_CODES)),
  /** What is missing, of one that does not add up or of a gap. */
  differenceMinor: z.nullable(z.int()),
  /** The statement that it repeats, differs from or overlaps with. */
  relatedId: z.nullable(id),
  receivedAt: instant,
});

/** A file that a bank sent, or that was found in the watched folder. */
export const bankFile = z.object({
  id,
  name: z.string(),
  source: z.enum(BANK_FILE_SOURCES),
  sender: z.nullable(z.string()),
  receivedAt: instant,
  sizeBytes: z.int(),
  sha256: z.string(),
  state: z.enum(BANK_FILE_STATES),
  /** Why it is refused. */
  code: z.nullable(z.enum(FILE_FAULTS)),
  detail: z.nullable(z.string()),
  kind: z.nullable(z.enum(MESSAGE_KINDS)),
  version: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  /** How far it is read. */
  readBytes: z.int(),
  entryCount: z.int(),
  /** Of an answer on a file of transfers: what it did to them (PAY-36). */
  answer: z.nullable(
    z.object({
      batchId: id,
      accepted: z.int(),
      sent: z.int(),
      refused: z.int(),
      /** Transfers that it does not move: booked already, refused before, or under way. */
      unchanged: z.int(),
      /** Refusals for a fault at our own bank. */
      technical: z.int(),
      /** Ids that are not in the file of transfers. */
      unknown: z.array(z.string()),
    }),
  ),
  statements: z.array(bankStatement),
});

export const bankFilesContract = {
  list: route({
    method: 'GET',
    path: '/admin/bank-files',
    summary: 'The files of our banks with their statements, newest first',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(z.object({ files: z.array(bankFile), ...pageOutput })),
  show: route({
    method: 'GET',
    path: '/admin/bank-files/{id}',
    summary: 'A file of a bank: how far it is read, and what became of its statements',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ file: bankFile })),
  add: route({
    method: 'POST',
    path: '/admin/bank-files',
    summary:
      'Import a camt.053, camt.054 or pain.002 of at most 50 MB. The same bytes again have no effect; a large file is read on after the answer',
    tag,
    access: 'staff',
    idempotent: true,
    upload: BANK_FILE_LIMITS,
    refusals: ['file.empty', 'file.too-large'],
  })
    .input(z.strictObject({ name: fileName }))
    .output(
      z.object({
        file: bankFile,
        /** Whether the same bytes were imported before. */
        isAgain: z.boolean(),
      }),
    ),
  open: route({
    method: 'GET',
    path: '/admin/bank-files/{id}/content',
    summary: 'The file as the bank sent it; the audit trail says who took it out',
    tag,
    access: 'staff',
    download: [BANK_FILE_TYPE],
    refusals: ['not-found'],
  })
    .input(byId)
    .output(streamedFile),
};
