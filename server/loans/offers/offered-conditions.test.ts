import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectionDayOf, retryDaysOf } from '#domain/loans/collection-day.ts';
import { rowsOf } from '../../db/database.ts';
import {
  accept,
  agree,
  CONTRACT_START,
  contractSteps,
  offerOn,
  openContractBank,
  requestForContract,
} from '../../testing/contract-path.ts';
import { runJobOn } from '../../testing/lent-loan.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { asOwner, SOURCE_OF_TESTS } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** LC-34: what an offer says holds for its contract, although the house changes its policies before the client accepts it. */

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;
let loanId: string;
const { liveTo } = contractSteps(() => ({ bank, administrator, client }));

/** Offered on 1 December; every policy is at its cap from the 2nd on; accepted on the 2nd, paid out on the 10th. */
beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, colleague, client } = await openContractBank());
    loanId = await requestForContract(client, { amountMinor: 20_050_00, product: 'personal' });
    await offerOn(administrator, loanId);
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
        select key, '2026-12-02', value::jsonb, ${SOURCE_OF_TESTS}, 'decision' from (values
          ('early.policy', '100'), ('default.policy', '800'), ('late.interest', 'false'), ('daily.base', '366')) v(key, value)`),
    );
    await bank.travelTo(new Date(CONTRACT_START.getTime() + 86_400_000));
    accepted(await accept(client, loanId));
    accepted(await agree(colleague, loanId));
    await liveTo('2026-12-10T12:00:00Z');
  }),
);
afterEach(() => bank.close());

test('LC-34, LC-98: no indemnity of an early repayment, as the offer said', async () => {
  await bank.travelTo(new Date('2027-01-20T10:00:00Z'));
  const { quote } = accepted(await client.get(`/loans/${loanId}/early-repayment-quote`));
  expect(quote.whole).toMatchObject({ capitalMinor: 20_050_00, indemnityMinor: 0 });
});

test('LC-34, LC-76, LC-77: late interest and no indemnity of a missed instalment, as the offer said', async () => {
  const { withdrawal } = accepted(
    await client.post('/withdrawals', {
      amountMinor: 20_050_00,
      iban: 'DE89370400440532013000',
      bankName: 'Une banque',
    }),
  );
  for (const action of ['approve', 'complete'])
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action }));
  const [first] = await rowsOf<{ due: string }>(
    bank.database.db,
    sql`select min(due_on)::text as due from loan_instalments`,
  );
  const due = first?.due ?? '';
  for (const day of [collectionDayOf(due), ...retryDaysOf(due)])
    for (const job of ['collect-morning', 'collect-evening'] as const) await runJobOn(bank, job, day);
  const { arrears } = accepted(await client.get(`/loans/${loanId}`)).loan.position;
  expect([arrears.indemnityMinor, arrears.lateInterestMinor > 0]).toEqual([0, true]);
});

test('LC-34, LC-58: who withdraws owes the daily interest that the contract says', async () => {
  const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
  const { contract } = accepted(await client.post(`/loans/${loanId}/retraction`));
  expect(contract.toReturn.dailyInterestMinor).toBe(offer.dailyInterestMinor);
  await bank.travelTo(new Date('2026-12-20T10:00:00Z'));
  const { contract: later } = accepted(await client.get(`/loans/${loanId}/offer`));
  expect(later.toReturn.interestMinor).toBe(10 * offer.dailyInterestMinor);
});
