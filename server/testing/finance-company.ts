import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { CONTRACT_START, confirmed } from './contract-path.ts';
import { openTestBank, type Person, type TestBank } from './test-bank.ts';

/** Two accounts of a borrower's at other banks. */
export const OUTSIDE = 'DE89370400440532013000';
export const OTHER = 'NL91ABNA0417164300';

/** The payout of a contract that was accepted on the first day of the bank, 1 December. */
export const PAYOUT = '2026-12-09T09:00:00.000Z';

/** A demonstration on the day of `CONTRACT_START` whose house opens no deposit account, so that loans are paid out at other banks (LC-6). */
export async function openFinanceCompany(status = 'finance-company'): Promise<TestBank> {
  const bank = await openTestBank({
    institution: institutionSchema.parse({ ...demonstration, status, depositGuaranteeMinor: undefined }),
  });
  bank.setNow(CONTRACT_START);
  return bank;
}

/** The client names the account that their loan is paid out to, with the confirmation that it asks for. */
export const givePayoutAccount = (client: Person, loanId: string, iban = OUTSIDE) =>
  confirmed(client, 'loanOffers.givePayoutAccount', `/loans/${loanId}/payout-account`, {
    named: { id: loanId },
    fields: { iban, bankName: 'Banque Voisine' },
  });
