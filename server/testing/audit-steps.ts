import { type ClientPerson, openTestBank, type Person } from './test-bank.ts';

/** What the tests of the audit trail begin with, and read. */

export const AUDITED_LOAN = {
  amountMinor: 10_000_00,
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 2_400_00,
};
/** Its check digits are right. */
export const AUDITED_IBAN = 'FR7600000000000000000000194';

/** A client whose name is found nowhere else, and an administrator, who has left no line yet. */
export async function openAuditBank() {
  const bank = await openTestBank();
  const client = await bank.client({ firstName: 'Maëlle', lastName: 'Ferrand-Témoin' });
  const administrator = await bank.administrator();
  return { bank, client, administrator };
}

/** What is asked of the people that the test has at that moment. */
export function auditSteps(people: () => { readonly client: ClientPerson; readonly administrator: Person }) {
  const entries = async (query = '') =>
    (await people().administrator.get(`/admin/audit${query}`)).body.entries;
  return {
    entries,
    lastEntry: async () => (await entries('?limit=1'))[0],
    requestLoan: async (): Promise<string> =>
      (await people().client.post('/loans', AUDITED_LOAN)).body.loan.id,
  };
}
