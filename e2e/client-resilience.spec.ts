import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, newAtCounter, PASSWORD, toastOf } from './counter.ts';
import { atDesk, breakCalls, fund, newClient, words } from './desk.ts';

/** When something fails: what happened is said, nothing typed is lost, and nothing is done twice. */

/** Keeps the scripts of the page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let deliver = () => {};
  const delivery = new Promise<void>((done) => {
    deliver = done;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await delivery;
    await route.continue();
  });
  return deliver;
}

test('a dashboard that cannot be loaded says so in the words of the specification', async ({
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

test('a failure is told in the sentence of its situation, or in the words of the server, and what was typed stays', async ({
  page,
  bank,
}) => {
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

test('a session that the server did not hear the end of is not called ended', async ({ page, bank }) => {
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
  test(`an answer ${status} of a gateway is tried again without anyone noticing`, async ({ page, bank }) => {
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

test('a request whose answer was lost is sent again with its key, and is recorded once', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await atCounter(page, client, `${HOME}?new=transfer`);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('120');
  await dialog.locator('[name=iban]').fill('FR7630006000011234567890189');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  const keys = new Set<string | undefined>();
  // The server does it; its answer never arrives.
  await page.route('**/api/withdrawals', async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(dialog.getByRole('alert')).toContainText('nous ne savons pas si elle a été enregistrée');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toContainText(words('Il reste 380,00 € disponibles.'));
  expect(keys.size).toBe(1);
  const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
  expect(withdrawals).toHaveLength(1);
});

test('a session that ends under the screen leads to the sign-in and back to the section', async ({
  page,
  bank,
}) => {
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
  test(`while the code is on its way the frame is there, out of reach, at ${width} px as it will be`, async ({
    page,
    bank,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await newAtCounter(page, bank, HOME);
    const deliver = await holdScripts(page);
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
  });

test('what a screen shows first is read before its code is here, and once', async ({ page, bank }) => {
  const client = await newClient(bank);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  const once = async (paths: readonly string[], seen: Locator) => {
    await expect(seen).toBeVisible();
    // Longer than a page that has missed something waits before it reads everything again.
    await page.waitForTimeout(1500);
    expect(asked.toSorted()).toEqual(paths.map((path) => `/api${path}`));
  };
  await atCounter(page, client);
  await once(['/live', '/notifications', '/overview', '/session'], page.getByText('Solde actuel'));
  await atDesk(page, bank, '/mentions-legales');
  asked.length = 0;
  await page.goto('/admin-dashboard');
  await once(
    ['/admin/counts', '/admin/overview', '/admin/rates', '/live', '/session'],
    page.getByRole('heading', { name: 'Derniers clients' }),
  );
});

test('what happens after the first reads and before the code is here is on the screen', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 10_000);
  const deliver = await holdScripts(page);
  const read = page.waitForResponse(/\/api\/overview\?/);
  const opening = atCounter(page, client);
  await read;
  await fund(bank, client, 1_234);
  deliver();
  await opening;
  await expect(page.locator('.client-stats')).toContainText(words('112,34 €'));
});

test('a stream that is held back on its way does not hold back the screen', async ({ page, bank }) => {
  const client = await newClient(bank);
  await page.route('**/api/live', () => {});
  await atCounter(page, client);
  await expect(page.getByText('Solde actuel')).toBeVisible();
});
