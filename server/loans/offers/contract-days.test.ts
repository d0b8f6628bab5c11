import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import {
  acceptanceOf,
  casesThroughApi,
  confirmed,
  contractSteps,
  offerOn,
  openContractBank,
  refusal,
  requestForContract,
} from '../../testing/contract-path.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The days of an offer and of a contract, with the published cases. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
const { phaseOf, contractOf, mailsOf, liveTo, acceptedAt } = contractSteps(() => ({
  bank,
  administrator,
  client,
}));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

/** Where a borrower lives whose day ends later than in Paris (LC-12). */
const HOMES: Readonly<Record<string, { readonly postalCode: string; readonly city: string }>> = {
  'America/Guadeloupe': { postalCode: '97110', city: 'Pointe-à-Pitre' },
  'America/Martinique': { postalCode: '97200', city: 'Fort-de-France' },
  'America/Cayenne': { postalCode: '97300', city: 'Cayenne' },
  'America/Miquelon': { postalCode: '97500', city: 'Saint-Pierre' },
  'America/Marigot': { postalCode: '97150', city: 'Marigot' },
  'America/St_Barthelemy': { postalCode: '97133', city: 'Gustavia' },
};

describe('LC-10 to LC-12: the days of a contract, through the API', () => {
  test.each(casesThroughApi('clocks', 3))('%s', async (_, { given, expected }) => {
    const home = given.residenceZone === null ? null : HOMES[given.residenceZone];
    if (home)
      accepted(
        await client.put('/profile', {
          firstName: 'Camille',
          lastName: 'Concernée',
          address: '1 rue Frébault',
          ...home,
        }),
      );
    const contract = await contractOf(await acceptedAt(new Date(given.acceptedAt)));
    expect(contract).toMatchObject({
      acceptedAt: given.acceptedAt,
      noPaymentUntilDay: expected.noPaymentUntilDay,
      agreementLastDay: expected.approvalDeadlineDay,
      earliestPayoutDay: expected.earliestPayoutDay,
      payoutDay: expected.payoutDay,
      withdrawalLastDay: expected.withdrawalLastDay,
      withdrawalEndsAt: expected.withdrawalDeadlineInstant,
      canWithdraw: true,
    });
  });

  test.each(casesThroughApi('offer'))(
    'LC-34, LC-46 offer.expired from the instant on: %s',
    async (_, { given, expected }) => {
      await bank.travelTo(new Date(given.sentAt));
      const loanId = await requestForContract(client);
      await offerOn(administrator, loanId);
      // The mail server takes the mail.
      await bank.database.db.execute(
        sql`update outbox set delivered_at = ${given.sentAt}::timestamptz where template = 'loan-offered'`,
      );
      const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
      expect([offer.sentAt, offer.lastAcceptanceDay]).toEqual([given.sentAt, expected.lastAcceptanceDay]);
      await liveTo(new Date(Date.parse(expected.deadlineInstant) - 1000).toISOString());
      expect(await phaseOf(loanId)).toBe('offered');
      await bank.travelTo(new Date(expected.deadlineInstant));
      const fields = await acceptanceOf(client, loanId);
      const late = () =>
        confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
          named: { id: loanId },
          fields,
        });
      expect(refusal(await late())).toEqual([409, 'offer.expired']);
      await liveTo(new Date(Date.parse(expected.deadlineInstant) + 600_000).toISOString());
      expect(await phaseOf(loanId)).toBe('expired');
      // Once the job has ended it the state table speaks (section 18).
      expect(refusal(await late())).toEqual([409, 'loan.wrong-phase']);
      expect(await mailsOf()).toContain('Le délai de votre offre de contrat est passé');
      // LC-107: the purge counts from this end.
      expect(await rowsOf(bank.database.db, sql`select 1 from loan_requests where ended_at is null`)).toEqual(
        [],
      );
    },
  );
});
