import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { BANK_FILE_TYPE } from '#domain/files/file-type.ts';
import { audit } from '../../audit/audit.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { type GuardedContext, os, run, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../../http/cursor.ts';
import { requirePermission } from '../../http/require-permission.ts';
import { StreamedFile } from '../../http/streamed-file.ts';
import { contentOf } from '../../http/upload.ts';
import { type AskedApproval, approvalsOn, awaitedSince } from '../../tasks/approval-since.ts';
import { requireKey } from '../../work/idempotency-keys.ts';
import { bankFileById, fileWithSender, newestFiles } from './file-queries.ts';
import { importBankFile } from './import-bank-file.ts';
import { keepBankFile, storeBankFile } from './keep-bank-file.ts';
import { presentBankFile, presentLines, presentStatement } from './present-bank-files.ts';
import { releaseStatement } from './release-statement.ts';
import {
  linesAfter,
  newestStatements,
  type StatementRow,
  statementById,
  statementsOfFiles,
} from './statement-queries.ts';

/** Idle and total time limits of an upload in milliseconds: 50 MB at 1.5 Mbit/s. A draft is given up after five minutes. */
const PATIENCE = { idleMs: 15_000, wholeMs: 280_000 };

/** How long the answer to an upload waits for the import: a usual statement is posted by then, a large one is read on. Milliseconds. */
const ANSWER_AFTER_MS = 5_000;

/** Lines of a statement that are shown; the file has them all. */
const SHOWN_LINES = 200;

/** @throws Refusal `not-found`. */
async function fileOf(db: Db, id: string) {
  const found = await fileWithSender(db, id);
  if (!found) throw new Refusal('not-found');
  return presentBankFile(found, await statementsOfFiles(db, [id]));
}

/** Imports a kept file while the caller waits, but not longer than the answer may. */
async function importMeanwhile({ bank }: GuardedContext, bankFileId: string): Promise<void> {
  // What goes wrong here is found by the job of every minute, which tries again and says so.
  const imported = importBankFile(bank, bankFileId).catch(() => false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, ANSWER_AFTER_MS);
  });
  await Promise.race([imported, enough]);
  clearTimeout(timer);
}

async function addFile(context: GuardedContext, name: string) {
  const { upload, bank, db, headers } = context;
  if (!upload) throw new Error('the contract declares no upload for this route');
  requireKey({ key: headers.get('idempotency-key') });
  let content: AsyncGenerator<Uint8Array, void, void>;
  try {
    content = contentOf(upload, PATIENCE);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'document.too-large')
      throw new Refusal('file.too-large', error.params);
    throw error;
  }
  const file = await storeBankFile(bank.files, db, content);
  try {
    return await runOnce(context, { name, sha256: file.sha256 }, async (work) => {
      const kept = await keepBankFile(work, bank.files, file, { name, source: 'upload' });
      audit(work, {
        operation: 'bankFiles.add',
        clientAccountId: null,
        subjectId: kept.bankFileId,
        before: null,
        after: { name, sizeBytes: file.sizeBytes, sha256: file.sha256, isAgain: kept.isAgain },
        isImpersonal: true,
      });
      return kept;
    });
  } finally {
    // After a repetition the draft is unused; a kept file is no longer a draft.
    await bank.files.giveUp(db, file.id);
  }
}

export const bankFileRoutes = {
  list: os.bankFiles.list.handler(async ({ input, context }) => {
    const { db } = context;
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await newestFiles(db, decodeCursor(input.cursor), limit + 1);
    const { page, nextCursor } = pageOf(rows, limit, ({ file }) => ({ at: file.receivedAt, id: file.id }));
    const statements = await statementsOfFiles(
      db,
      page.map(({ file }) => file.id),
    );
    return { files: page.map((row) => presentBankFile(row, statements)), nextCursor };
  }),

  show: os.bankFiles.show.handler(async ({ input, context }) => ({
    file: await fileOf(context.db, input.id),
  })),

  add: os.bankFiles.add.handler(async ({ input, context }) => {
    const { bankFileId, isAgain } = await addFile(context, input.name);
    if (!isAgain) await importMeanwhile(context, bankFileId);
    return { file: await fileOf(context.db, bankFileId), isAgain };
  }),

  open: os.bankFiles.open.handler(async ({ input, context }) => {
    const { bank, db } = context;
    if (!(await bankFileById(db, input.id))) throw new Refusal('not-found');
    // It holds account numbers in full, and cannot be masked (STAFF-5).
    await requirePermission(context, 'fields.fullIban');
    const row = await run(context, async (work) => {
      const found = await bankFileById(work.tx, input.id);
      if (!found) throw new Refusal('not-found');
      const { name, sha256 } = found;
      audit(work, {
        operation: 'bankFiles.open',
        clientAccountId: null,
        subjectId: input.id,
        before: null,
        after: { name, sha256 },
        isImpersonal: true,
      });
      return found;
    });
    const file = await bank.files.open(db, row.fileId);
    if (!file) throw new Refusal('not-found');
    return new StreamedFile({ name: row.name, ...file, mediaType: BANK_FILE_TYPE });
  }),
};

/** A statement with its first lines, compared with those of the one beside it. */
async function sideOf(db: Db, statement: StatementRow, besideId: string | null) {
  const lines = await linesAfter(db, statement.id, 0, SHOWN_LINES + 1);
  const beside = besideId ? await linesAfter(db, besideId, 0, SHOWN_LINES + 1) : null;
  const file = await bankFileById(db, statement.bankFileId);
  return {
    statement: presentStatement(statement),
    fileName: file?.name ?? '',
    lines: presentLines(lines.slice(0, SHOWN_LINES), beside),
    hasMore: lines.length > SHOWN_LINES,
  };
}

/** Since when the approval of others is awaited for a statement (FOUR-10). */
async function approvalOf(db: Db, id: string, now: Date): Promise<string | null> {
  const [row] = await rowsOf<{ approvals: AskedApproval[] }>(
    db,
    sql`select ${approvalsOn(sql`${id}::uuid`)}`,
  );
  return awaitedSince(row?.approvals ?? [], now);
}

export const statementRoutes = {
  list: os.statements.list.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await newestStatements(context.db, {
      states: input.state ? [input.state] : undefined,
      before: decodeCursor(input.cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ receivedAt, id }) => ({ at: receivedAt, id }));
    return { statements: page.map(presentStatement), nextCursor };
  }),

  show: os.statements.show.handler(async ({ input, context }) => {
    const { db } = context;
    const statement = await statementById(db, input.id);
    if (!statement || statement.state === 'reading') throw new Refusal('not-found');
    const { relatedId } = statement;
    const related = relatedId ? await statementById(db, relatedId) : null;
    return {
      ...(await sideOf(db, statement, relatedId)),
      related: related && (await sideOf(db, related, statement.id)),
      approvalSince: await approvalOf(db, statement.id, context.bank.surroundings.now()),
    };
  }),

  release: os.statements.release.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      statement: presentStatement(await releaseStatement(work, input)),
    })),
  ),
};
