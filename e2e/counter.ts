import { expect, type Page } from '@playwright/test';
import type { RunningBank } from './bank.ts';
import { colleague, type DeskClient, LOAN, newClient, words } from './desk.ts';

export { PASSWORD } from './desk.ts';

/** What the tests of the client area begin with: a new client for each test, signed in on the page. */

export const HOME = '/client-dashboard';
export const PHONE = { width: 390, height: 844 };

/** Gives the page the client's session and opens a section. */
export async function atCounter(page: Page, client: DeskClient, path = HOME): Promise<void> {
  const { cookies } = await client.api.storageState();
  await page.context().addCookies(cookies);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Makes a new client and signs the page in as them. */
export async function newAtCounter(
  page: Page,
  bank: RunningBank,
  path = HOME,
  country = 'FR',
): Promise<DeskClient> {
  const client = await newClient(bank, country);
  await atCounter(page, client, path);
  return client;
}

/** A client with a loan of 10 000 € over 36 months that was approved, and therefore paid out. */
export async function lendTo(bank: RunningBank, client: DeskClient): Promise<string> {
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  return loan.id;
}

/** The toast with this title, and its description. */
export const toastOf = (page: Page, title: string) =>
  page.locator('.toast').filter({ hasText: words(title) });

/** The text of a mail to an address; waits until the demonstration has written it. */
export async function mailTo(page: Page, address: string, subject: RegExp): Promise<string> {
  let text = '';
  await expect(async () => {
    const answer = await page.request.get(`/api/demo/mails?recipient=${encodeURIComponent(address)}`);
    const { mails } = (await answer.json()) as { mails: { subject: string; text: string }[] };
    text = mails.find((mail) => subject.test(mail.subject))?.text ?? '';
    expect(text).not.toBe('');
  }).toPass();
  return text;
}

/** Follows the link that proves a client's address: until then they are written to twice a day. */
export async function proveAddress(page: Page, bank: RunningBank, client: DeskClient): Promise<void> {
  const mail = await mailTo(page, client.email.toLowerCase(), /confirm/i);
  const token = /\/confirmer-adresse#token=(\S+)/.exec(mail)?.[1];
  const answer = await page.request.post('/api/profile/email/confirmation', {
    data: { token },
    headers: { origin: bank.url },
  });
  expect(answer.status()).toBe(200);
}
