import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test, wholeUnless } from './bank.ts';
import { atCounter, HOME, lendTo, newAtCounter, PASSWORD, toastOf } from './counter.ts';
import { atDesk, breakCalls, type DeskClient, fund, newClient, words } from './desk.ts';
import { hold } from './visiting.ts';

/** When something fails, the screen says what happened, keeps what was typed, and does nothing twice. */

test('a dashboard that cannot be loaded shows its error sentence and can be loaded again', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await breakCalls(page, '/overview*', 'GET');
  await atCounter(page, client);
  await expect(page.getByText('Impossible de charger les données du tableau de bord')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Solde actuel')).toBeVisible();
});

test('LC-81 a recovery that cannot be read is not passed over: the page of the loan says so and reads it again', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const id = await lendTo(bank, client);
  await breakCalls(page, `/loans/${id}/recovery`, 'GET');
  await atCounter(page, client, `${HOME}?section=loans&loan=${id}`);
  const failure = page
    .getByRole('alert')
    .filter({ hasText: "Les données de ce prêt n'ont pas pu être chargées" });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Réessayer' }).click();
  await expect(failure).toHaveCount(0);
});

test('a failure shows the sentence of its situation or of the server, and keeps what was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await newAtCounter(page, bank, `${HOME}?section=profile`);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=city]').fill('Nantes');
  await breakCalls(page, '/profile', 'PUT');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Erreur')).toContainText('Une erreur est survenue lors de la mise à jour');
  await expect(page.locator('[name=city]')).toHaveValue('Nantes');

  await page.goto(`${HOME}?new=loan`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=amount]').fill('5000');
  await dialog.locator('[name=purpose]').fill('Isoler le toit');
  await dialog.locator('[name=duration]').selectOption('24');
  await dialog.locator('[name=monthlyIncome]').fill('2400');
  await breakCalls(page, '/loans');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Erreur')).toContainText('Une erreur est survenue de notre côté');
  await expect(dialog.locator('[name=purpose]')).toHaveValue('Isoler le toit');
});

test('when the sign-out does not reach the server, the page says that the session is still open', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await newAtCounter(page, bank);
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/auth');
  const notice = toastOf(page, 'Vous êtes encore connecté');
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Réessayer' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto(HOME);
  await expect(page).toHaveURL('/auth');
});

for (const status of [502, 503, 504])
  test(`a read answered ${status} by a gateway is repeated without an error on the screen`, {
    tag: '@whole',
  }, async ({ page, bank }) => {
    const client = await newClient(bank);
    let failures = 0;
    await page.route(/\/api\/overview\?/, async (route) => {
      failures += 1;
      if (failures <= 2) await route.fulfill({ status, body: 'bad gateway' });
      else await route.continue();
    });
    await atCounter(page, client);
    await expect(page.getByText('Solde actuel')).toBeVisible();
    expect(failures).toBeGreaterThan(2);
    await expect(page.getByText('Impossible de charger')).toHaveCount(0);
  });

/** Opens the transfer of 120,00 € and types it. */
async function typeTransfer(page: Page, client: DeskClient) {
  await atCounter(page, client, `${HOME}?new=transfer`);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('120');
  await dialog.locator('[name=iban]').fill('FR7630006000011234567890189');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  return dialog;
}

async function sendTransfer(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
}

test('a request whose answer is lost is sent again with the same key, and is recorded once', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  const dialog = await typeTransfer(page, client);
  const keys = new Set<string | undefined>();
  // The server carries the call out; its answer does not arrive.
  await page.route('**/api/withdrawals', async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  });
  await sendTransfer(dialog);
  await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toContainText(words('Il reste 380,00 € disponibles.'));
  expect(keys.size).toBe(1);
  const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
  expect(withdrawals).toHaveLength(1);
});

test('a transfer whose answer is lost is not made twice after the page is read anew', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  const dialog = await typeTransfer(page, client);
  // The server carries the call out; its answer does not arrive.
  await page.route('**/api/withdrawals', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendTransfer(dialog);
  await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
  await page.unrouteAll();
  await page.goto(`${HOME}?new=transfer`);
  // What was typed is there again, and its name is verified anew: the order is the same to the client.
  await expect(dialog.locator('[name=amount]')).toHaveValue('120');
  await sendTransfer(dialog);
  await expect(toastOf(page, 'Demande envoyée !')).toContainText(words('Il reste 380,00 € disponibles.'));
  const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
  expect(withdrawals).toHaveLength(1);
});

test('LC-71 the payment of an instalment whose answer is lost is not made twice after the page is read anew', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 5_000_00);
  const id = await lendTo(bank, client);
  await atCounter(page, client, `${HOME}?section=loans&loan=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Payer mon échéance' });
  const pay = async () => {
    await page.getByRole('button', { name: 'Payer mon échéance' }).click();
    await dialog.locator('[name=amount]').fill('100');
    await dialog.getByRole('button', { name: 'Payer', exact: true }).click();
  };
  // The server carries the call out; its answer does not arrive.
  await page.route('**/api/loans/*/payments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pay();
  await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
  await page.unrouteAll();
  await page.reload();
  await pay();
  await expect(toastOf(page, 'Paiement enregistré')).toBeVisible();
  const { loan } = await (await client.api.get(`/api/loans/${id}`)).json();
  expect(loan.position.advanceMinor).toBe(100_00);
});

test('a session that ends while a screen is open leads to the sign-in and back to the section', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, `${HOME}?section=loans`);
  await client.api.delete('/api/session');
  await expect(page).toHaveURL('/auth');
  await page.locator('[name=email]').fill(client.email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${HOME}?section=loans`);
});

for (const { width, isFolded } of [
  { width: 390, isFolded: true },
  { width: 900, isFolded: true },
  { width: 1280, isFolded: false },
])
  test(
    `before its code arrives the page shows its inert frame, folded as it will be at ${width} px`,
    wholeUnless(width === 390),
    async ({ page, bank }) => {
      await page.setViewportSize({ width, height: 800 });
      await newAtCounter(page, bank, HOME);
      const deliver = await hold(page);
      await page.reload({ waitUntil: 'commit' });
      const frame = page.locator('#root[data-frame]');
      await expect(frame.locator('.office')).toBeVisible();
      await expect(frame).toHaveAttribute('inert', '');
      await expect(page.getByText('Solde actuel')).toHaveCount(0);
      const menu = await page.locator('.office').getAttribute('data-folded');
      expect(menu === 'true').toBe(isFolded);
      deliver();
      await expect(page.getByText('Solde actuel')).toBeVisible();
      await expect(page.locator('#root')).not.toHaveAttribute('inert');
      expect(await page.locator('.office').getAttribute('data-folded')).toBe(menu);
      await expect(page.locator('.office')).toHaveCount(1);
    },
  );

test('the first reads of a screen are sent before its code arrives, and once', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  const once = async (paths: readonly string[], seen: Locator) => {
    await expect(seen).toBeVisible();
    // Longer than a page that may have missed a change waits before it reads everything again.
    await page.clock.fastForward(6000);
    await page.clock.runFor(500);
    expect(asked.toSorted()).toEqual(paths.map((path) => `/api${path}`));
  };
  await atCounter(page, client);
  await once(
    ['/live', '/notifications', '/overview', '/receivables', '/session'],
    page.getByText('Solde actuel'),
  );
  await atDesk(page, bank, '/mentions-legales');
  asked.length = 0;
  await page.goto('/admin-dashboard');
  await once(
    [
      '/admin/counts',
      '/admin/overview',
      '/admin/queues',
      '/admin/rates',
      '/admin/reconciliation',
      '/live',
      '/notifications',
      '/session',
    ],
    page.getByRole('heading', { name: 'Derniers clients' }),
  );
});

test('a change between the first reads and the arrival of the code is on the screen', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 10_000);
  const deliver = await hold(page);
  const read = page.waitForResponse(/\/api\/overview\?/);
  const opening = atCounter(page, client);
  await read;
  await fund(bank, client, 1_234);
  deliver();
  await opening;
  await expect(page.locator('.client-stats')).toContainText(words('112,34 €'));
});

test('a live stream that does not answer does not delay the screen', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.route('**/api/live', () => {});
  await atCounter(page, client);
  await expect(page.getByText('Solde actuel')).toBeVisible();
});
