import { sql } from 'drizzle-orm';
import { accept, acceptanceOf, offerOn, requestForContract } from './contract-path.ts';
import { accepted } from './populated-bank.ts';
import type { ClientPerson, Person, TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/** Contracts of one borrower: offered, accepted, agreed to late, and withdrawn from after the payout. */
export async function confirmedContractCalls(
  bank: TestBank,
  administrator: Person,
  contractor: ClientPerson,
) {
  const [offered, signed, lapsed, retracting] = [
    await requestForContract(contractor),
    await requestForContract(contractor),
    await requestForContract(contractor),
    await requestForContract(contractor),
  ];
  const colleague = await bank.administrator();
  for (const loanId of [offered, signed, lapsed]) await offerOn(colleague, loanId);
  for (const loanId of [signed, lapsed]) accepted(await accept(contractor, loanId));
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`update loan_requests set phase = 'lapsed' where id = ${lapsed}::uuid`);
    await tx.execute(
      sql`update loan_contracts set late_agreed_at = now(), late_agreed_by = ${administrator.userId}::uuid where id = ${lapsed}::uuid`,
    );
  });
  accepted(await administrator.post(`/admin/loans/${retracting}/decision`, { action: 'approve' }));
  accepted(await contractor.post(`/loans/${retracting}/retraction`));
  return {
    'loans.accept': {
      by: contractor,
      method: 'POST',
      path: `/loans/${offered}/offer/acceptance`,
      named: { id: offered },
      fields: await acceptanceOf(contractor, offered),
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    'loanOffers.decideAgreement.agree': {
      method: 'POST',
      path: `/admin/loans/${signed}/agreement`,
      named: { id: signed },
      fields: { action: 'agree', seenPhase: 'accepted' },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    // This bank is a credit institution: it asks for no account, and says so once both calls are confirmed (LC-6).
    'loanOffers.givePayoutAccount': {
      by: contractor,
      method: 'POST',
      path: `/loans/${signed}/payout-account`,
      named: { id: signed },
      fields: { iban: 'DE89370400440532013000', bankName: 'Banque Voisine' },
      told: {
        who: 'Sacha Sous-Contrat',
        amountMinor: 10_000_00,
        currency: 'EUR',
      },
      refusal: 'loan.wrong-phase',
    },
    'loanOffers.verifyPayoutAccount': {
      method: 'POST',
      path: `/admin/loans/${signed}/payout-account-verification`,
      named: { id: signed },
      fields: { iban: 'DE89370400440532013000' },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
      refusal: 'loan.wrong-phase',
    },
    'loanOffers.confirmLateAgreement': {
      by: contractor,
      method: 'POST',
      path: `/loans/${lapsed}/offer/confirmation`,
      named: { id: lapsed },
      fields: { stillWants: true },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
    'loanOffers.returnSum': {
      by: contractor,
      method: 'POST',
      path: `/loans/${retracting}/retraction/repayment`,
      named: { id: retracting },
      told: { who: 'Sacha Sous-Contrat', amountMinor: 10_000_00, currency: 'EUR' },
    },
  } as const;
}
