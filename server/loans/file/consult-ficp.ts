import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { FICP_LEGAL_BASIS, type FicpOutcome } from '#domain/loans/ficp.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { audit } from '../../audit/audit.ts';
import type { ArrivedFile } from '../../files/file-store.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { consultationsOf, insertConsultation, insertProof } from './file-queries.ts';
import { lockFile, requireWorkable } from './own-request.ts';

/**
 * Records a consultation of the FICP that an agent has made (LC-21, L751-1): append-only. In a demonstration no file is asked, and the record
 * says so. The audit trail says that the file was consulted, never what it said (L751-5).
 * Only who lends may ask the file (L751-2): an intermediary does not (LC-6).
 * @throws Refusal `not-found`; `loan.status-forbids`; `loan.wrong-phase` once the loan is paid out or the request has ended.
 */
export async function consultFicp(
  work: Work,
  { mode, status }: Pick<Institution, 'mode' | 'status'>,
  asked: {
    readonly loanId: string;
    readonly searchKey: string;
    readonly reference: string;
    readonly outcome: FicpOutcome;
  },
): Promise<string> {
  const request = await lockFile(work.tx, asked.loanId);
  if (!mayLend({ mode, status })) throw new Refusal('loan.status-forbids');
  requireWorkable(request);
  const id = work.newId();
  const provider = mode === 'demo' ? 'simulated' : 'manual';
  await insertConsultation(work.tx, {
    id,
    loanRequestId: request.id,
    consultedAt: work.now,
    agentId: work.actorId,
    legalBasis: FICP_LEGAL_BASIS,
    searchKey: asked.searchKey,
    reference: asked.reference,
    outcome: asked.outcome,
    provider,
  });
  audit(work, {
    operation: 'loanFile.consultFicp',
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    before: null,
    after: { provider },
  });
  await announce(work, { staff: true }, ['loans']);
  return id;
}

/**
 * Keeps the proof of a consultation, once (LC-21): only the agent who made it has it.
 * @throws Refusal `not-found` for a consultation that is not the caller's own; `file.proof-kept` when it has one.
 */
export async function keepFicpProof(
  work: Work,
  asked: { readonly loanId: string; readonly consultationId: string; readonly name: string },
  file: ArrivedFile,
): Promise<void> {
  const request = await lockFile(work.tx, asked.loanId);
  const consultations = await consultationsOf(work.tx, request.id);
  const found = consultations.find(({ id }) => id === asked.consultationId);
  if (found?.agentId !== work.actorId) throw new Refusal('not-found');
  if (found.proofFileId) throw new Refusal('file.proof-kept');
  await insertProof(work.tx, {
    consultationId: found.id,
    fileId: file.id,
    name: asked.name,
    sha256: file.sha256,
    addedBy: work.actorId,
    addedAt: work.now,
  });
  audit(work, {
    operation: 'loanFile.keepFicpProof',
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    before: null,
    after: { mediaType: file.mediaType },
  });
  await announce(work, { staff: true }, ['loans']);
}
