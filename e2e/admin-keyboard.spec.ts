import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import {
  atDesk,
  colleague,
  type DeskClient,
  fund,
  GOOD_IBAN,
  LOAN,
  newClient,
  rowOf,
  words,
} from './desk.ts';
import { hold } from './visiting.ts';

/** The back office without a mouse: rows, decisions, palette; single keys can be turned off. */

const LOANS = '/admin-dashboard?tab=loans';

/** The state of the client's only loan request, as they read it. */
async function statusOf(client: DeskClient): Promise<string> {
  const { loans } = await (await client.api.get('/api/loans')).json();
  return loans[0].status;
}

test('J and K walk over the rows, Enter opens, Escape closes and comes back', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await expect(rowOf(page, client)).toBeVisible();
  const links = page.locator('[data-row] [data-row-link]');
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.desk-panel h2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.desk-panel')).toHaveCount(0);
  await expect(links.nth(0)).toBeFocused();
});

test('A asks to approve the focused row and R to reject it', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: `Rejeter la demande de ${client.name}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).focus();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: `Approuver le prêt de ${client.name}` });
  await expect(dialog.getByRole('heading').first()).toBeFocused();
  // Neither a held key nor keys typed ahead approve: the button needs the focus.
  for (const key of ['Enter', 'Space', 'a', 'Enter']) await page.keyboard.press(key);
  await expect(dialog).toBeVisible();
  expect(await statusOf(client)).toBe('pending');
  const pay = dialog.getByRole('button', { name: /^Approuver et verser/ });
  while (!(await pay.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast')).toContainText('Prêt approuvé et virement effectué');
});

test('a key held down opens one dialog only', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).focus();
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true, cancelable: true }),
    ),
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [place, reach] of [
  ['a loan is opened', (page: Page) => expect(page.locator('.desk-panel h2')).toBeFocused()],
  [
    'the focus is on « Approuver »',
    (page: Page) => page.locator('.desk-panel').getByRole('button', { name: 'Approuver' }).focus(),
  ],
] as const)
  test(`after Ctrl+K the palette receives every key, when ${place}`, { tag: '@whole' }, async ({
    page,
    bank,
  }) => {
    const client = await newClient(bank);
    await client.post('/loans', LOAN);
    await atDesk(page, bank, LOANS);
    await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).click();
    // The three decisions, « Pièces » and « Prendre ».
    await expect(page.locator('.desk-panel-actions').getByRole('button')).toHaveCount(5);
    await reach(page);
    const release = await hold(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('approuver 3 ');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    const field = page.getByPlaceholder('Nom, e-mail, IBAN, référence ou action');
    await expect(field).toHaveValue('approuver 3  ');
    if (place === 'a loan is opened') await expectAccessible(page);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    release();
    await expect(page.getByRole('dialog', { name: 'Rechercher et agir' })).toContainText('Aucun résultat');
    await expect(field).toHaveValue('approuver 3  ');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await statusOf(client)).toBe('pending');
  });

test('keys typed while the palette is loading reach its field and no shortcut', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).click();
  await expect(page.locator('.desk-panel h2')).toBeFocused();
  // Without a pause, so that letters arrive at every moment of the loading.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(client.name, { delay: 3 });
  const found = page.getByRole('menuitem', { name: client.name });
  await expect(found).toHaveCount(2);
  await expect(page.getByPlaceholder('Nom, e-mail, IBAN, référence ou action')).toHaveValue(client.name);
  await expect(found.first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin-dashboard/clients/${client.accountId}`);
});

test('a palette whose code cannot be fetched shows an error and can be opened again', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, LOANS);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toContainText("La recherche n'a pas pu être chargée.");
  await page.unrouteAll();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('menuitem', { name: 'Se déconnecter' })).toBeAttached();
});

test('? shows the shortcuts and turns single keys off; typing in a field never triggers them', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, '/admin-dashboard?tab=clients');
  await expect(page.locator('.client-card').first()).toBeVisible();
  await page.locator('[name=q]').fill('');
  await page.locator('[name=q]').press('j');
  await expect(page.locator('[name=q]')).toBeFocused();
  await page.locator('[name=q]').fill('');
  await page.locator('main h1').click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await help.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.client-card').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(0);
  // The mouse can turn them on again too.
  await page.getByRole('button', { name: 'Raccourcis clavier' }).click();
  await help.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1);
});

test('Ctrl+K finds a client, a request and an action', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank);
  // The heading comes with the first frame, before any key is listened to; figures come later.
  await expect(page.locator('.stat-value').first()).toHaveText(/\d/);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Rechercher et agir' });
  // What waits is read first: its rows come above the commands.
  await expect(palette.getByText('Demandes de virement en attente')).toBeVisible();
  // On a small window the idle list is longer than its frame: it scrolls by the keyboard, and follows the arrows.
  await page.setViewportSize({ width: 390, height: 500 });
  await expect(palette.getByRole('menuitem', { name: 'Se déconnecter' })).not.toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('menuitem', { name: 'Se déconnecter' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await palette.locator('input').pressSequentially(client.name);
  const found = palette.getByRole('menuitem', { name: client.name });
  await expect(found).toHaveCount(2);
  await expectAccessible(page);
  await expect(found.nth(1)).toContainText('En attente');
  // Enter opens the first result.
  await expect(found.first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin-dashboard/clients/${client.accountId}`);
  await page.keyboard.press('Control+k');
  await palette.locator('input').fill('thème sombre');
  await palette.getByRole('menuitem', { name: 'Thème sombre' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('Q-42, FOUR-10 A on a row that waits for an approval says so; G and a letter leave the bell', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 9_000_00);
  const { withdrawal } = await client.post('/withdrawals', {
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
    amountMinor: 6_000_00,
  });
  const { id } = withdrawal as unknown as { id: string };
  await atDesk(page, bank);
  const turn = (isOn: boolean) =>
    page.request.put('/api/admin/four-eyes', { data: { isOn }, headers: { origin: bank.url } });
  await turn(true);
  try {
    const desk = await colleague(bank);
    const command = { operation: 'withdrawals.decide.approve', input: { id, action: 'approve' } };
    const { seen } = await desk.post('/admin/approval-requirements', command);
    await desk.post('/admin/proposals', { ...command, seen });
    await page.goto(`/admin-dashboard?tab=withdrawals&q=${encodeURIComponent(client.name)}`);
    await rowOf(page, client).locator('[data-row-link]').focus();
    await page.keyboard.press('a');
    await expect(page.locator('.toast')).toContainText(words("En attente d'un accord"));
    await page.getByRole('button', { name: /^Avis\./ }).click();
    const notices = page.getByRole('region', { name: 'Avis' });
    await expect(notices).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL(/tab=clients/);
    await expect(notices).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeFocused();
  } finally {
    await turn(false);
  }
});
