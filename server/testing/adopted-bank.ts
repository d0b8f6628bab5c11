import { adoptAccount } from './bank-files.ts';
import { openTestBank } from './test-bank.ts';

/** A bank with two clients of half of a sum each, whose account at our own bank is kept by its statements from that sum on, in minor units. */
export async function openAdoptedBank(openingMinor: number) {
  const bank = await openTestBank();
  bank.setNow(new Date('2026-12-03T10:00:00Z'));
  const administrator = await bank.administrator();
  const clients = [await bank.client({ firstName: 'Zoé' }), await bank.client({ firstName: 'Paul' })];
  for (const client of clients) await bank.fund(client, openingMinor / 2);
  await adoptAccount(administrator, openingMinor);
  return { bank, administrator, clients };
}
