import { Refusal } from '#domain/errors.ts';
import { FIELD_OF_KIND } from '#domain/loans/documents.ts';
import { audit } from '../audit/audit.ts';
import { clientOf, type GuardedContext, mayReadField, os, run } from '../http/context.ts';
import { StreamedFile } from '../http/streamed-file.ts';
import { uploadOnce } from '../http/upload-once.ts';
import { addDocument } from './add-document.ts';
import { accountOfLoan, type DocumentRow, documentsOfLoan } from './document-queries.ts';
import { loanOfAccount } from './queries.ts';
import { removeDocument } from './remove-document.ts';

const present = ({ id, name, mediaType, sizeBytes, createdAt, kind, state, rejection }: DocumentRow) => ({
  id,
  name,
  mediaType,
  sizeBytes,
  kind,
  state,
  rejection,
  createdAt: createdAt.toISOString(),
});

/** With what an agent found in it, for the staff. */
const presentReviewed = (row: DocumentRow) => ({
  ...present(row),
  isScanned: row.scan === 'clean',
  holder: row.holder,
  issuedOn: row.issuedOn,
  expiresOn: row.expiresOn,
  reviewedAt: row.reviewedAt?.toISOString() ?? null,
});

/** @throws Refusal `not-found` unless the request is the client's own. */
async function requireOwn(context: GuardedContext, loanId: string): Promise<void> {
  const loan = await loanOfAccount(context.db, clientOf(context).accountId, loanId);
  if (!loan) throw new Refusal('not-found');
}

async function streamed({ bank, db }: GuardedContext, document: DocumentRow): Promise<StreamedFile> {
  const file = await bank.files.open(db, document.fileId);
  if (!file) throw new Refusal('not-found');
  return new StreamedFile({ name: document.name, ...file });
}

export const loanDocumentRoutes = {
  list: os.loanDocuments.list.handler(async ({ input, context }) => {
    await requireOwn(context, input.id);
    return { documents: (await documentsOfLoan(context.db, input.id)).map(present) };
  }),

  // Whose request it is, is asked before anything of the file is read.
  add: os.loanDocuments.add.handler(async ({ input, context }) => {
    await requireOwn(context, input.id);
    const { accountId } = clientOf(context);
    return uploadOnce(context, input, async (work, file) => ({
      document: present(await addDocument(work, accountId, input, file)),
    }));
  }),

  remove: os.loanDocuments.remove.handler(({ input, context }) =>
    run(context, async (work) => {
      await removeDocument(work, clientOf(context).accountId, input);
      return {};
    }),
  ),

  read: os.loanDocuments.read.handler(async ({ input, context }) => {
    await requireOwn(context, input.id);
    const [document] = await documentsOfLoan(context.db, input.id, input.documentId);
    if (!document) throw new Refusal('not-found');
    return streamed(context, document);
  }),

  review: os.loanDocuments.review.handler(async ({ input, context }) => {
    if (!(await accountOfLoan(context.db, input.id))) throw new Refusal('not-found');
    const rows = await documentsOfLoan(context.db, input.id);
    return { documents: rows.map(presentReviewed) };
  }),

  open: os.loanDocuments.open.handler(async ({ input, context }) => {
    const document = await run(context, async (work) => {
      const accountId = await accountOfLoan(work.tx, input.id);
      const [row] = await documentsOfLoan(work.tx, input.id, input.documentId);
      // What is left out of the list is not there by its address either (STAFF-5).
      const field = row?.kind ? FIELD_OF_KIND[row.kind] : undefined;
      const isReserved = field && !mayReadField(context, field);
      if (!accountId || !row || isReserved) throw new Refusal('not-found');
      audit(work, {
        operation: 'loanDocuments.open',
        clientAccountId: accountId,
        subjectId: input.id,
        before: null,
        after: { documentId: row.id, mediaType: row.mediaType },
      });
      return row;
    });
    return streamed(context, document);
  }),
};
