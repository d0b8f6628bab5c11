import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { closeDeclaration, declarationOf, loanOfReference } from './queries.ts';
import { closeContract } from './withdraw-from-contract.ts';

/**
 * Answers a declaration of the public page that no contract answered to (LC-54): a person names the contract it is about, which is withdrawn from as
 * of the instant of the declaration; or closes it, once its author was told that there is none.
 * @param order contractReference: null closes it without a contract.
 * @throws Refusal `not-found` for a declaration that is answered, or a reference that no contract has; `loan.wrong-phase`; `retraction.too-late`.
 */
export async function answerDeclaration(
  work: Work,
  institution: Institution,
  order: { readonly id: string; readonly contractReference: string | null },
): Promise<void> {
  const declaration = await declarationOf(work.tx, order.id);
  if (!declaration) throw new Refusal('not-found');
  if (order.contractReference) {
    const loanId = await loanOfReference(work.tx, order.contractReference);
    if (!loanId) throw new Refusal('not-found');
    const { id: declarationId, declaredAt } = declaration;
    await closeContract(work, institution, { id: loanId, way: 'public-page', declaredAt, declarationId });
  } else await closeDeclaration(work.tx, declaration.id, { closedAt: work.now, closedBy: work.actorId });
  // The trail says that it was answered, and nothing of its contract (LC-56).
  audit(work, {
    operation: 'loanOffers.answerDeclaration',
    clientAccountId: null,
    subjectId: declaration.id,
    before: null,
    after: null,
    isImpersonal: true,
  });
  await announce(work, { staff: true }, ['loans']);
}
