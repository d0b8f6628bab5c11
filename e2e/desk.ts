import { type APIRequestContext, type Browser, expect, type Page, request } from '@playwright/test';
import { DEMONSTRATION_STAFF } from '../content/demonstration-accounts.ts';
import { ADMINISTRATOR, nextNetworkAddress, type RunningBank } from './bank.ts';

/** What the tests of the back office begin with: an administrator at the desk, and a new client for each test. */

export const PASSWORD = 'quatre-mots-pour-un-guichet';
let serial = 0;

/** A text as the screens write it: any kind of space matches. */
export const words = (text: string) =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'));

/** A person who calls the API as a browser on our own pages would. */
export interface Caller {
  readonly api: APIRequestContext;
  post(path: string, body: object): Promise<Record<string, never> & { [field: string]: unknown }>;
}

async function callerOf(bank: RunningBank): Promise<Caller> {
  const api = await request.newContext({
    baseURL: bank.url,
    extraHTTPHeaders: { origin: bank.url, ...nextNetworkAddress() },
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

const colleagues = new Map<string, Promise<Caller>>();

async function signInColleague(bank: RunningBank): Promise<Caller> {
  const caller = await callerOf(bank);
  await caller.post('/admin/session', ADMINISTRATOR);
  return caller;
}

/**
 * An administrator who works through the API: prepares what a test needs, or decides before the person at the screen does. The tests of a
 * worker share one session, because checking a password takes the processor longer than any other call.
 */
export function colleague(bank: RunningBank): Promise<Caller> {
  const signedIn = colleagues.get(bank.url) ?? signInColleague(bank);
  colleagues.set(bank.url, signedIn);
  return signedIn;
}

export interface DeskClient extends Caller {
  readonly name: string;
  readonly email: string;
  readonly accountId: string;
}

/** A new client with a name of their own. */
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
}

export const LOAN = {
  amountMinor: 1_000_000,
  purpose: 'Rénover la cuisine',
  durationMonths: 36,
  monthlyIncomeMinor: 240_000,
};

export const GOOD_IBAN = 'FR7630006000011234567890189';

/** Signs the page in as the administrator or a colleague, by the API, and opens a tab of the back office. */
export async function atDesk(
  page: Page,
  bank: RunningBank,
  path = '/admin-dashboard',
  person = ADMINISTRATOR,
): Promise<void> {
  const answer = await page.request.post(`${bank.url}/api/admin/session`, {
    data: person,
    headers: { origin: bank.url },
  });
  expect(answer.status()).toBe(200);
  // What waits begins with its nearest deadline; a test looks for the request that it has just made.
  const { session } = await answer.json();
  await page.addInitScript(
    ([order]) => {
      localStorage.setItem(order as string, 'newest');
      // A test looks at the row that it decided.
      localStorage.setItem('admin-open-next', 'off');
    },
    [`admin-open-order:${session.userId}`],
  );
  await page.goto(path);
}

/** The client's row or card on the screen. */
export const rowOf = (page: Page, client: { readonly name: string }) =>
  page.locator('[data-row]').filter({ hasText: client.name }).first();

/** Answers every call to a path of the API with a fault of the server. */
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

/** A page of somebody of the demonstration's staff with a role, signed in, and their calls. */
export async function memberAt(browser: Browser, bank: RunningBank, role: string) {
  const context = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
  const page = await context.newPage();
  const person = DEMONSTRATION_STAFF.find((one) => one.role === role);
  const call = async (path: string, data: object) => {
    const answer = await context.request.post(`/api${path}`, {
      data,
      headers: { origin: bank.url, 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  await call('/admin/session', { email: person?.email, password: person?.password });
  return { page, call, context };
}
