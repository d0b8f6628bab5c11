import { confirmed } from './contract-path.ts';
import { lendOn } from './lent-loan.ts';
import { accepted } from './populated-bank.ts';
import type { Answer, ClientPerson, Person, TestBank } from './test-bank.ts';

/** What tests of direct debits begin with: a loan that is paid out, and a mandate on an account in another bank. */

export const PAYOUT = '2027-01-04';
export const OUTSIDE = 'DE89370400440532013000';

export const codeOf = ({ status, body }: Answer) => ({ status, code: body.code });

/** A client with a loan that is paid out, and nothing on the account that a collection could take. */
export async function debitBorrower(
  bank: TestBank,
  administrator: Person,
  principalMinor = 10_000_00,
): Promise<{ client: ClientPerson; loanId: string }> {
  const client = await bank.client();
  const loanId = await lendOn(
    bank,
    { client, administrator },
    { principalMinor, annualRateBps: 390, durationMonths: 36, payoutDay: PAYOUT, dueDay: 5 },
  );
  return { client, loanId };
}

/** Signs a mandate, confirmed by the person's password. */
export const sign = (person: Person, id: string) =>
  confirmed(person, 'mandates.sign', `/mandates/${id}/signature`, { named: { id }, fields: {} });

/** A mandate of that loan, prepared and signed. @returns its id. */
export async function signed(client: ClientPerson, loanId: string, more: object = {}): Promise<string> {
  const fields = { loanId, iban: OUTSIDE, bankName: 'Autre banque', ...more };
  const { mandate } = accepted(await client.post('/mandates', fields));
  accepted(await sign(client, mandate.id));
  return mandate.id;
}

/** A mandate as its client reads it. */
export const mandateOf = async (client: ClientPerson, id: string) =>
  accepted(await client.get('/mandates')).mandates.find((one: { id: string }) => one.id === id);
