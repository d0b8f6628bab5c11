import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestBank, type TestBank } from '../../testing/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

test('simultaneous requests get each their own person, and strangers none', async () => {
  const people = [await bank.client(), await bank.client(), await bank.administrator()];
  const stranger = bank.visitor();
  stranger.cookies.set('sid', 'x'.repeat(43));
  const callers = [...people, ...people, stranger, bank.visitor()];
  const answers = await Promise.all(callers.map((caller) => caller.get('/session')));
  expect(answers.map(({ body }) => body.session?.userId ?? null)).toEqual([
    ...people.map(({ userId }) => userId),
    ...people.map(({ userId }) => userId),
    null,
    null,
  ]);
});

test('a session that was ended is unknown to the next request', async () => {
  const client = await bank.client();
  const cookies = new Map(client.cookies);
  await client.delete('/session');
  for (const [name, value] of cookies) client.cookies.set(name, value);
  expect((await client.get('/session')).body.session).toBeNull();
});
