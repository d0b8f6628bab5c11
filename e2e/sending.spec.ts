import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, type RunningBank, test, wholeUnless } from './bank.ts';
import { atCounter, HOME } from './counter.ts';
import { atDesk, colleague, type DeskClient, fund, GOOD_IBAN, LOAN, newClient } from './desk.ts';

/** A call that was sent cannot be cancelled, and its dialog says so; a call that was not sent is dropped and never sent later. */

type Outcome = 'offline' | 'waiting' | 'lost';

interface Case {
  readonly what: string;
  /** The outcomes that are seen in `npm test`: all dialogs share the code. */
  readonly inShort?: readonly Outcome[];
  /** The call of the browser. */
  readonly call: RegExp;
  /** Opens and fills the dialog; returns the dialog and the button that sends. */
  readonly prepare: (page: Page, bank: RunningBank, client: DeskClient) => Promise<[Locator, Locator]>;
  /** How often the thing was done: 0 before, 1 once it is done, more when it is done twice. */
  readonly times: (bank: RunningBank, client: DeskClient) => Promise<number>;
  /** A field that the dialog keeps after a failure. */
  readonly kept?: readonly [name: string, value: string];
}

const balanceOf = async (client: DeskClient): Promise<number> =>
  (await (await client.api.get('/api/overview')).json()).account.balanceMinor;

const openOnClient = async (page: Page, bank: RunningBank, client: DeskClient, button: RegExp) => {
  await atDesk(page, bank, `/admin-dashboard/clients/${client.accountId}`);
  await page.getByRole('button', { name: button }).click();
  return page.getByRole('dialog');
};

const CASES: readonly Case[] = [
  {
    what: 'a credit',
    inShort: ['lost'],
    call: /\/credits$/,
    prepare: async (page, bank, client) => {
      const dialog = await openOnClient(page, bank, client, /^Effectuer un virement/);
      await dialog.locator('[name=amount]').fill('40');
      await dialog.locator('[name=description]').fill('Remise de chèque');
      return [dialog, dialog.getByRole('button', { name: /^Créditer/ })];
    },
    times: async (_, client) => (await balanceOf(client)) / 4_000,
    kept: ['description', 'Remise de chèque'],
  },
  {
    what: 'the approval of a loan',
    call: /\/decision$/,
    prepare: async (page, bank, client) => {
      const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
      await atDesk(page, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`);
      const panel = page.locator('.desk-panel');
      await panel.getByRole('button', { name: 'Approuver', exact: true }).click();
      const dialog = page.getByRole('dialog');
      return [dialog, dialog.getByRole('button', { name: /^Approuver et verser/ })];
    },
    times: async (_, client) => (await balanceOf(client)) / LOAN.amountMinor,
  },
  {
    what: 'the deletion of a client',
    call: /\/admin\/clients\/[^/]+$/,
    prepare: async (page, bank, client) => {
      const dialog = await openOnClient(page, bank, client, /^Supprimer/);
      await dialog.locator('[name=confirmation]').fill(client.name);
      return [dialog, dialog.getByRole('button', { name: 'Supprimer définitivement' })];
    },
    times: async (bank, client) => {
      const desk = await colleague(bank);
      const status = (await desk.api.get(`/api/admin/clients/${client.accountId}`)).status();
      return status === 404 ? 1 : 0;
    },
    kept: ['confirmation', 'Rose'],
  },
  {
    what: "a client's transfer",
    inShort: ['waiting'],
    call: /\/withdrawals$/,
    prepare: async (page, bank, client) => {
      await fund(bank, client, 50_000);
      await atCounter(page, client, `${HOME}?new=transfer`);
      const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
      await dialog.locator('[name=amount]').fill('120');
      await dialog.locator('[name=iban]').fill(GOOD_IBAN);
      await dialog.locator('[name=bankName]').fill('Banque du Marais');
      await dialog.getByRole('button', { name: 'Continuer' }).click();
      // The balance is read and the payee's name verified before there is something to send.
      const send = dialog.getByRole('button', { name: 'Envoyer la demande' });
      await expect(send).toBeVisible();
      return [dialog, send];
    },
    times: async (_, client) => {
      const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
      return withdrawals.length;
    },
  },
];

/** The methods of the page's calls to an address that are not reads, from now on. */
function noteCalls(page: Page, call: RegExp): string[] {
  const noted: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && call.test(request.url())) noted.push(request.method());
  });
  return noted;
}

for (const { what, inShort, call, prepare, times, kept } of CASES) {
  const tagOf = (outcome: Outcome) => wholeUnless(inShort?.includes(outcome) ?? false);
  test(
    `offline, ${what} is not sent, now or later, and the dialog says so at once`,
    tagOf('offline'),
    async ({ page, bank }) => {
      const client = await newClient(bank);
      const [dialog, send] = await prepare(page, bank, client);
      await page.context().setOffline(true);
      await send.click();
      const notice = dialog.getByRole('alert');
      await expect(notice).toContainText('Vous êtes hors connexion', { timeout: 5000 });
      await expect(notice).toContainText("Rien n'a été envoyé");
      if (kept) await expect(dialog.locator(`[name=${kept[0]}]`)).toHaveValue(new RegExp(`^${kept[1]}`));
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      // Back online the page opens its live stream again; a browser or a cache that had kept the call would send it at the same event.
      const calls = noteCalls(page, call);
      const isBack = page.waitForResponse('**/api/live');
      await page.context().setOffline(false);
      await isBack;
      expect(calls).toEqual([]);
      expect(await times(bank, client)).toBe(0);
    },
  );

  test(
    `${what} cannot be cancelled before its answer, and its dialog says that it was sent`,
    tagOf('waiting'),
    async ({ page, bank }) => {
      const client = await newClient(bank);
      await page.clock.install();
      const [dialog, send] = await prepare(page, bank, client);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(call, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const response = await route.fetch();
        await released;
        return route.fulfill({ response });
      });
      await send.click();
      await expect(dialog.getByRole('button', { name: 'Envoyé, réponse attendue…' })).toBeVisible();
      const leave = dialog.getByRole('button', { name: /^(Annuler|Modifier)$/ });
      await expect(leave).toHaveAttribute('aria-disabled', 'true');
      for (const key of ['Escape', 'Escape', 'Enter', 'Escape']) await page.keyboard.press(key);
      await leave.click({ force: true });
      await dialog.getByRole('button', { name: 'Fermer' }).click({ force: true });
      await page.mouse.click(5, 5);
      await expect(dialog).toBeVisible();
      await page.clock.fastForward(5000);
      await expect(dialog.getByRole('status').filter({ hasText: 'La réponse tarde' })).toBeVisible();
      await expectAccessible(page);
      release();
      await expect(dialog).toHaveCount(0);
      expect(await times(bank, client)).toBe(1);
    },
  );

  test(
    `when the answer to ${what} is lost, its dialog asks again and it is done once`,
    tagOf('lost'),
    async ({ page, bank }) => {
      const client = await newClient(bank);
      const [dialog, send] = await prepare(page, bank, client);
      await page.route(call, async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await route.fetch();
        return route.abort();
      });
      await send.click();
      await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
      await expect(dialog.getByRole('button', { name: 'Vérifier' })).toBeFocused();
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'wait' });
      await dialog.getByRole('button', { name: 'Vérifier' }).click();
      await expect(dialog).toHaveCount(0);
      expect(await times(bank, client)).toBe(1);
    },
  );
}

test('an answer that is cut off half-way is none: nothing is said to be unchanged, and the credit is made once', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const credit = CASES.find(({ what }) => what === 'a credit') as Case;
  const [dialog, send] = await credit.prepare(page, bank, client);
  await page.route(credit.call, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: body.slice(0, body.length / 2),
    });
  });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
  await expect(page.getByText("Rien n'a été modifié")).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await credit.times(bank, client)).toBe(1);
});
