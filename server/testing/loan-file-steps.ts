import { accepted, LOAN_REQUEST, newPdf } from './populated-bank.ts';
import { type ClientPerson, openTestBank, type Person } from './test-bank.ts';
import { TEST_SHEET } from './test-sheet.ts';

/** What the tests of a loan's file begin with, and ask. */

/** A client's request of 5 000 € and an administrator. */
export async function openFileBank() {
  const bank = await openTestBank();
  const client = await bank.client();
  const administrator = await bank.administrator();
  const { loan } = (await client.post('/loans', { ...LOAN_REQUEST, amountMinor: 5_000_00 })).body;
  return { bank, client, administrator, loanId: loan.id as string };
}

/** The status and the code of an answer. */
export const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** What is asked of the people and about the request that the test has at that moment. */
export function fileSteps(
  now: () => { readonly client: ClientPerson; readonly administrator: Person; readonly loanId: string },
) {
  const decide = (fields: object, id = now().loanId) =>
    now().administrator.post(`/admin/loans/${id}/decision`, fields);
  return {
    decide,
    own: async (id = now().loanId) => accepted(await now().client.get(`/loans/${id}/file`)).file,
    reviewed: async (person: Person = now().administrator, id = now().loanId) =>
      accepted(await person.get(`/admin/loans/${id}/file`)).file,
    save: (content: unknown = TEST_SHEET, id = now().loanId, by: Person = now().client) =>
      by.put(`/loans/${id}/dialogue-sheet`, { content }),
    confirm: (fields: object, id = now().loanId) =>
      now().client.post(`/loans/${id}/dialogue-sheet/confirmation`, { isCertified: true, ...fields }),
    reject: (reasonCode = 'debt-ratio-too-high') => decide({ action: 'reject', reasonCode }),
    ask: (kinds: readonly string[], fields: object = {}) =>
      now().administrator.post(`/admin/loans/${now().loanId}/document-requests`, { kinds, ...fields }),
    review: (documentId: string, fields: object) =>
      now().administrator.post(`/admin/loans/${now().loanId}/document-reviews`, { documentId, ...fields }),
    consult: (outcome = 'nothing', person: Person = now().administrator) =>
      person.post(`/admin/loans/${now().loanId}/ficp-consultations`, {
        searchKey: '280290FICTI',
        reference: 'BDF-2026-0001',
        outcome,
      }),
    addDocument: async (kind: string) =>
      accepted(
        await now().client.post(`/loans/${now().loanId}/documents`, newPdf(), {
          headers: { 'x-file-name': `${kind}.pdf`, 'x-document-kind': kind },
        }),
      ).document.id as string,
  };
}
