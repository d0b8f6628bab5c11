import { Refusal } from '#domain/errors.ts';
import type { FieldPermission } from '#domain/operations.ts';
import { audit } from '../../audit/audit.ts';
import type { Db } from '../../db/database.ts';
import { clientOf, mayReadField, os, run, runOnce } from '../../http/context.ts';
import { legalWords } from '../../papers/words.ts';
import { loanOfAccount, requestById } from '../queries.ts';
import { paperOfTransmission } from './queries.ts';
import { closeRequest, recordAnswer } from './record-answer.ts';
import { transmitRequest } from './transmit-request.ts';

/** The fields that the paper of a request tells: the income, and which documents are there (STAFF-5). */
const TOLD_BY_PAPER: readonly FieldPermission[] = ['fields.income', 'fields.identityDocuments'];

/** @throws Refusal `not-found` for a request that was handed to no lender. */
async function paperOf(db: Db, loanId: string) {
  const paper = await paperOfTransmission(db, loanId);
  if (!paper) throw new Refusal('not-found');
  const file = new File([paper.content as Uint8Array<ArrayBuffer>], `${legalWords.transmission.file}.pdf`, {
    type: 'application/pdf',
  });
  return { paper, file };
}

export const loanTransmissionRoutes = {
  paper: os.loanTransmissions.paper.handler(async ({ input, context }) => {
    const loan = await loanOfAccount(context.db, clientOf(context).accountId, input.id);
    if (!loan) throw new Refusal('not-found');
    return (await paperOf(context.db, loan.id)).file;
  }),

  send: os.loanTransmissions.send.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await transmitRequest(work, context.bank.institution, input);
      return {};
    }),
  ),

  recordAnswer: os.loanTransmissions.recordAnswer.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await recordAnswer(work, input);
      return {};
    }),
  ),

  close: os.loanTransmissions.close.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await closeRequest(work, context.bank.institution, input);
      return {};
    }),
  ),

  openPaper: os.loanTransmissions.openPaper.handler(({ input, context }) => {
    // What is not on the screen is not there by its address either.
    const mayRead = TOLD_BY_PAPER.every((field) => mayReadField(context, field));
    return run(context, async (work) => {
      const request = await requestById(work.tx, input.id);
      if (!request || !mayRead) throw new Refusal('not-found');
      const { paper, file } = await paperOf(work.tx, request.id);
      audit(work, {
        operation: 'loanTransmissions.openPaper',
        clientAccountId: request.clientAccountId,
        subjectId: request.id,
        before: null,
        after: { lender: paper.lenderName, sha256: paper.sha256 },
      });
      return file;
    });
  }),
};
