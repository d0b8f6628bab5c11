import { accepted, LOAN_REQUEST, TEST_PDF } from '../populated-bank.ts';
import { TEST_SHEET } from '../test-sheet.ts';
import { type AccessRows, byId, client, staff } from './access-row.ts';

/** Rows of the routes that leave a request for a loan open. No fee is asked of its client (CMF L519-6): these rows come after the others. */

export const OPEN_LOAN_ROWS: AccessRows = {
  'POST /admin/loans/{id}/decision': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { action: 'reject', reasonCode: 'insufficient-income' },
  })),
  // This bank lends: it transmits no request (LC-6), and none was handed to a lender.
  'POST /admin/loans/{id}/transmission': staff(
    async (bank, owner) => ({
      ids: { id: await bank.newLoan(owner) },
      fields: { lender: 'banque-rive', seenPhase: 'submitted' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/transmission/closing': staff(
    async (bank, owner) => ({
      ids: { id: await bank.newLoan(owner) },
      fields: { note: 'Aucun prêteur', seenPhase: 'submitted' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/transmission/answer': staff(
    async (bank, owner) => ({
      ids: { id: await bank.newLoan(owner) },
      fields: { answer: 'accepted', seenPhase: 'submitted' },
    }),
    { status: 409 },
  ),
  'GET /loans/{id}/transmission.pdf': client(
    byId((bank, owner) => bank.newLoan(owner)),
    { status: 404 },
  ),
  'GET /admin/loans/{id}/transmission.pdf': staff(
    byId((bank, owner) => bank.newLoan(owner)),
    {
      status: 404,
    },
  ),
  'GET /loans/{id}/papers/{paperId}': client(async (bank, owner) => ({ ids: await bank.newOffer(owner) })),
  'GET /admin/loans/{id}/papers/{paperId}': staff(async (bank, owner) => ({
    ids: await bank.newOffer(owner),
  })),
  'GET /loans/{id}/contract.pdf': client(
    byId(async (bank, owner) => (await bank.newOffer(owner)).id),
    {
      status: 404,
    },
  ),
  'POST /loans/{id}/offer/decline': client(byId(async (bank, owner) => (await bank.newOffer(owner)).id)),
  'POST /loans/{id}/offer/acceptance': client(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: {
        amountMinor: 1_000_00,
        annualRateBps: 390,
        durationMonths: 12,
        setHash: '0'.repeat(64),
        hasReceivedPapers: true,
        keepsCopyWithSlip: true,
        acceptsOffer: true,
        dueDay: null,
        payoutChoice: 'earliest',
      },
    }),
    { status: 409, isSigned: true },
  ),
  'POST /loans/{id}/offer/confirmation': client(
    async (bank, owner) => ({ ids: { id: (await bank.newOffer(owner)).id }, fields: { stillWants: true } }),
    { status: 409, isSigned: true },
  ),
  'POST /loans/{id}/retraction': client(
    byId(async (bank, owner) => (await bank.newOffer(owner)).id),
    { status: 409 },
  ),
  'POST /loans/{id}/retraction/repayment': client(byId((bank, owner) => bank.newReturn(owner))),
  'POST /admin/loans/{id}/offer': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { seenPhase: 'submitted' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/agreement': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { action: 'agree', seenPhase: 'accepted' },
    }),
    { status: 409 },
  ),
  // The loan is still a request: well-formed, and refused for that.
  'POST /admin/loans/{id}/retraction-extension': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { reason: 'Rubrique oubliée' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/retraction': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { way: 'paper', sentOn: '2026-11-20', declarationId: '00000000-0000-4000-8000-000000000000' },
    }),
    { status: 409 },
  ),
  'POST /loans': client(() => ({ fields: LOAN_REQUEST })),
  // The request is not in repayment: well-formed, and refused for that.
  'POST /loans/{id}/payments': client(
    async (bank, owner) => ({ ids: { id: await bank.newLoan(owner) }, fields: { amountMinor: 1 } }),
    { status: 409 },
  ),
  'POST /loans/{id}/advance-return': client(
    async (bank, owner) => ({ ids: { id: await bank.newLoan(owner) } }),
    {
      status: 409,
    },
  ),
  'POST /loans/{id}/documents': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    file: TEST_PDF,
  })),
  'PUT /loans/{id}/dialogue-sheet': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { content: TEST_SHEET },
  })),
  'POST /loans/{id}/dialogue-sheet/confirmation': client(async (bank, owner) => {
    const id = await bank.newLoan(owner);
    const { sheet } = accepted(await owner.put(`/loans/${id}/dialogue-sheet`, { content: TEST_SHEET }));
    return { ids: { id }, fields: { version: sheet.version, sha256: sheet.sha256, isCertified: true } };
  }),
  'POST /loans/{id}/cancellation': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
  })),
  'POST /admin/loans/{id}/document-requests': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { kinds: ['identity'] },
  })),
  'POST /admin/loans/{id}/document-reviews': staff(async (bank, owner) => {
    const { id, documentId } = await bank.newDocument(owner);
    return { ids: { id }, fields: { documentId, outcome: 'rejected', rejection: 'unreadable' } };
  }),
  'POST /admin/loans/{id}/ficp-consultations': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { searchKey: '280290FICTI', reference: 'BDF-2026-0002', outcome: 'nothing' },
  })),
  'POST /admin/loans/{id}/ficp-openings': staff(async (bank, owner) => {
    const id = await bank.newLoan(owner);
    await bank.newUnprovedConsultation(id);
    return { ids: { id }, fields: { reason: 'Contrôle du dossier par la conformité' } };
  }),
  'POST /admin/loans/{id}/ficp-consultations/{consultationId}/proof': staff(async (bank, owner) => {
    const id = await bank.newLoan(owner);
    return { ids: { id, consultationId: await bank.newUnprovedConsultation(id) }, file: TEST_PDF };
  }),
  'DELETE /loans/{id}/documents/{documentId}': client(async (bank, owner) => ({
    ids: await bank.newDocument(owner),
  })),
};
