import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { ADMINISTRATOR, addressOfSomebody, type RunningBank } from './bank.ts';

/** What the tests of the back office begin with: someone at the desk, and clients of their own. */

export const PASSWORD = 'quatre-mots-pour-un-guichet';
let serial = 0;

/** A text as the screens write it, whatever the kind of space inside. */
export const words = (text: string) =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'));

/** A call of the API by someone, as a browser on our own pages would make it. */
export interface Caller {
  readonly api: APIRequestContext;
  post(path: string, body: object): Promise<Record<string, never> & { [field: string]: unknown }>;
}

async function callerOf(bank: RunningBank): Promise<Caller> {
  const api = await request.newContext({
    baseURL: bank.url,
    extraHTTPHeaders: { origin: bank.url, ...addressOfSomebody() },
  });
  return {
    api,
    async post(path, body) {
      serial += 1;
      const answer = await api.post(`/api${path}`, {
        data: body,
        headers: { 'idempotency-key': `desk-${process.pid}-${Date.now()}-${serial}` },
      });
      expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
      return answer.json();
    },
  };
}

/** An administrator who works through the API, to prepare what a test needs or to be the colleague who is faster. */
export async function colleague(bank: RunningBank): Promise<Caller> {
  const caller = await callerOf(bank);
  await caller.post('/admin/session', ADMINISTRATOR);
  return caller;
}

export interface DeskClient extends Caller {
  readonly name: string;
  readonly email: string;
  readonly accountId: string;
}

/** A new client whose name no other test uses. */
export async function newClient(bank: RunningBank, country = 'FR'): Promise<DeskClient> {
  serial += 1;
  const caller = await callerOf(bank);
  const mark = `${String.fromCharCode(65 + (serial % 26))}${Date.now().toString(36)}`;
  const person = { firstName: 'Rose', lastName: `Essai-${mark}`, email: `rose-${mark}@example.test` };
  await caller.post('/sign-up', { ...person, phone: '', country, password: PASSWORD });
  const { accountId } = await caller.post('/sign-up/account', { accountType: 'courant' });
  return {
    ...caller,
    name: `${person.firstName} ${person.lastName}`,
    email: person.email,
    accountId: String(accountId),
  };
}

/** Puts money on a client's account. */
export async function fund(bank: RunningBank, client: DeskClient, amountMinor: number): Promise<void> {
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/credits`, {
    amountMinor,
    currency: 'EUR',
    description: 'Virement de départ',
  });
  await desk.api.dispose();
}

export const LOAN = {
  amountMinor: 1_000_000,
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 240_000,
};

export const GOOD_IBAN = 'FR7630006000011234567890189';

/** Someone with the administrator role at the desk, on the given tab. */
export async function atDesk(page: Page, bank: RunningBank, path = '/admin-dashboard'): Promise<void> {
  const answer = await page.request.post('/api/admin/session', {
    data: ADMINISTRATOR,
    headers: { origin: bank.url },
  });
  expect(answer.status()).toBe(200);
  await page.goto(path);
}

/** The client's own line or card on the screen. */
export const rowOf = (page: Page, client: { readonly name: string }) =>
  page.locator('[data-row]').filter({ hasText: client.name }).first();

/** Makes every call to a path of the API fail as a server does that breaks. */
export async function breakCalls(page: Page, path: string, method = 'POST'): Promise<void> {
  await page.route(`**/api${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"code":"service.fault"}',
        })
      : route.continue(),
  );
}
