import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import {
  clientOf,
  type GuardedContext,
  mayReadField,
  os,
  run,
  runOnce,
  signedIn,
} from '../../http/context.ts';
import { StreamedFile } from '../../http/streamed-file.ts';
import { uploadOnce } from '../../http/upload-once.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import { euroValueMinor } from '../../rates/euro-value.ts';
import { ratesByCurrency } from '../../rates/queries.ts';
import { loanOfAccount, type RequestRow, requestById } from '../queries.ts';
import { askDocuments } from './ask-documents.ts';
import { cancelRequest } from './cancel-request.ts';
import { confirmSheet } from './confirm-sheet.ts';
import { consultFicp, keepFicpProof } from './consult-ficp.ts';
import { askedKindsOf, consultationsOf, decisionsOf, lastConsultedAt, sheetsOf } from './file-queries.ts';
import { knownLoansOf } from './known-loans.ts';
import { isAgentOf, wholeFileOf } from './loan-file.ts';
import { presentConsultation, presentOwnFile, presentReviewedFile, presentSheet } from './present-file.ts';
import { reviewDocument } from './review-document.ts';
import { saveSheet } from './save-sheet.ts';

/** @throws Refusal `auth.second-factor-missing` in a live institution for somebody without a second factor: a strong confirmation has two (LC-47). */
function requireTwoFactors(context: GuardedContext): void {
  const { mode } = context.bank.institution;
  if (mode === 'live' && signedIn(context).secondFactors.length === 0)
    throw new Refusal('auth.second-factor-missing');
}

/** A request for the staff. @throws Refusal `not-found` */
async function requestOf({ db }: GuardedContext, loanId: string): Promise<RequestRow> {
  const request = await requestById(db, loanId);
  if (!request) throw new Refusal('not-found');
  return request;
}

const clientRoutes = {
  show: os.loanFile.show.handler(async ({ input, context }) => {
    const { db } = context;
    const { accountId } = clientOf(context);
    const request = await loanOfAccount(db, accountId, input.id);
    if (!request) throw new Refusal('not-found');
    const today = legalDay(context.bank.surroundings.now());
    return {
      file: presentOwnFile({
        request,
        sheets: await sheetsOf(db, request.id),
        asked: await askedKindsOf(db, request.id),
        knownLoans: await knownLoansOf(db, accountId, today),
        consultedAt: await lastConsultedAt(db, request.id),
        amountEurMinor: euroValueMinor(request.amount, request.currency, await ratesByCurrency(db)),
        documentsAboveEurMinor: await parameterOn(db, today, 'file.documents-above'),
      }),
    };
  }),

  saveSheet: os.loanFile.saveSheet.handler(({ input, context }) =>
    run(context, async (work) => {
      const { accountId } = clientOf(context);
      const { id: loanId, content } = input;
      return { sheet: presentSheet(await saveSheet(work, accountId, { loanId, content })) };
    }),
  ),

  confirmSheet: os.loanFile.confirmSheet.handler(({ input, context }) => {
    requireTwoFactors(context);
    return runOnce(context, input, async (work) => {
      const { accountId } = clientOf(context);
      const { id: loanId, version, sha256 } = input;
      return { sheet: presentSheet(await confirmSheet(work, accountId, { loanId, version, sha256 })) };
    });
  }),

  cancel: os.loanFile.cancel.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id: loanId, seenPhase } = input;
      await cancelRequest(work, clientOf(context).accountId, { loanId, seenPhase });
      return {};
    }),
  ),
};

const staffRoutes = {
  review: os.loanFile.review.handler(async ({ input, context }) => {
    const { db, bank } = context;
    const request = await requestOf(context, input.id);
    const whole = await wholeFileOf(db, request, bank.surroundings.now());
    const { userId: personId, permissions } = signedIn(context);
    const isAgent = await isAgentOf(db, signedIn(context), request, whole.consultations);
    return {
      file: presentReviewedFile(whole, {
        request,
        asked: await askedKindsOf(db, request.id),
        decisions: await decisionsOf(db, request.id),
        personId,
        isAgent,
        permissions,
      }),
    };
  }),

  askDocuments: os.loanFile.askDocuments.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id: loanId, kinds, seenPhase } = input;
      await askDocuments(work, { loanId, kinds, seenPhase });
      return {};
    }),
  ),

  reviewDocument: os.loanFile.reviewDocument.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id: loanId, documentId, seenState, ...review } = input;
      await reviewDocument(work, { loanId, documentId, seenState, review });
      return {};
    }),
  ),

  consultFicp: os.loanFile.consultFicp.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { id: loanId, ...asked } = input;
      return {
        consultationId: await consultFicp(work, context.bank.institution, { loanId, ...asked }),
      };
    }),
  ),

  // Whose consultation it is, is asked before anything of the file is read.
  keepFicpProof: os.loanFile.keepFicpProof.handler(async ({ input, context }) => {
    const consultations = await consultationsOf(context.db, input.id);
    const own = consultations.find(({ id }) => id === input.consultationId);
    if (own?.agentId !== signedIn(context).userId) throw new Refusal('not-found');
    return uploadOnce(context, input, async (work, file) => {
      const { id: loanId, consultationId, name } = input;
      await keepFicpProof(work, { loanId, consultationId, name }, file);
      return {};
    });
  }),

  openFicpProof: os.loanFile.openFicpProof.handler(async ({ input, context }) => {
    const { bank, db } = context;
    const found = await run(context, async (work) => {
      const request = await requestById(work.tx, input.id);
      const consultations = request ? await consultationsOf(work.tx, request.id) : [];
      const one = consultations.find(({ id }) => id === input.consultationId);
      const mayOpen =
        request !== null && (await isAgentOf(work.tx, signedIn(context), request, consultations));
      if (!mayOpen || !one?.proofFileId) throw new Refusal('not-found');
      audit(work, {
        operation: 'loanFile.openFicpProof',
        clientAccountId: request.clientAccountId,
        subjectId: request.id,
        before: null,
        after: { provider: one.provider },
      });
      return { name: one.proofName ?? '', fileId: one.proofFileId };
    });
    const file = await bank.files.open(db, found.fileId);
    if (!file) throw new Refusal('not-found');
    return new StreamedFile({ name: found.name, ...file });
  }),

  openFicpOutcome: os.loanFile.openFicpOutcome.handler(({ input, context }) => {
    const { userId } = signedIn(context);
    const mayRead = mayReadField(context, 'fields.ficpOutcome');
    return run(context, async (work) => {
      const request = await requestById(work.tx, input.id);
      const consultations = request && mayRead ? await consultationsOf(work.tx, request.id) : [];
      if (!request || consultations.length === 0) throw new Refusal('not-found');
      audit(work, {
        operation: 'loanFile.openFicpOutcome',
        clientAccountId: request.clientAccountId,
        subjectId: request.id,
        before: null,
        after: { reason: input.reason },
      });
      const validDays = await parameterOn(work.tx, legalDay(work.now), 'ficp.validDays');
      const how = { personId: userId, isAgent: true, validDays };
      return { consultations: consultations.map((row) => presentConsultation(row, how)) };
    });
  }),
};

export const loanFileRoutes = { ...clientRoutes, ...staffRoutes };
