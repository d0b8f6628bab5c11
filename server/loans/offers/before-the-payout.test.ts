import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentedRoutes } from '../../testing/api-document.ts';
import {
  agree,
  CONTRACT_START,
  contractSteps,
  openContractBank,
  refusal,
} from '../../testing/contract-path.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** What can be asked of a contract whose money has not left: each question has an answer, and none of a loan that runs. */

let bank: TestBank;
let administrator: Person;
let colleague: Person;
let client: ClientPerson;
const { acceptedAt } = contractSteps(() => ({ bank, administrator, client }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, colleague, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

test('LC-48 nothing else happens before the payout: a payment, a quote, a recovery and the rest are refused, and nothing fails', async () => {
  const id = await acceptedAt(CONTRACT_START);
  const routes = (await documentedRoutes(bank.visitor())).filter(
    ({ method, path }) => method === 'GET' && path.includes('/loans/{id}'),
  );
  const failing = async () => {
    const answers = await Promise.all(
      routes.map(async ({ path }) => {
        const who = path.startsWith('/admin/') ? administrator : client;
        const { status } = await who.get(path.replace('{id}', id).replaceAll(/\{[^}]+\}/g, id));
        return { path, status };
      }),
    );
    return answers.filter(({ status }) => status >= 500);
  };
  expect(await failing()).toEqual([]);
  accepted(await agree(colleague, id));
  expect(await failing()).toEqual([]);
  const asked = [
    await client.get(`/loans/${id}/early-repayment-quote`),
    await client.get(`/loans/${id}/early-repayment-quote.pdf`),
    await client.post(`/loans/${id}/payments`, { amountMinor: 1 }),
    await client.get(`/loans/${id}/recovery`),
    await administrator.get(`/admin/loans/${id}/recovery`),
    await administrator.post(`/admin/loans/${id}/formal-notice`, {}),
  ];
  expect(asked.map(refusal)).toEqual([
    [409, 'loan.wrong-phase'],
    [409, 'loan.wrong-phase'],
    [409, 'loan.wrong-phase'],
    [404, 'not-found'],
    [404, 'not-found'],
    [409, 'loan.wrong-phase'],
  ]);
});
