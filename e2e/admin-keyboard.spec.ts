import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, LOAN, newClient, rowOf } from './desk.ts';

/** The desk is worked without a mouse: rows, decisions, palette; and the single keys can be turned off. */

const LOANS = '/admin-dashboard?tab=loans';

test('J and K walk over the rows, Enter opens, Escape closes and comes back', async ({ page, bank }) => {
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

test('A asks to approve the focused row and R to reject it', async ({ page, bank }) => {
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
  await expect(page.getByRole('button', { name: /^Approuver et verser/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast')).toContainText('Prêt approuvé et virement effectué');
});

test('? shows the keys and turns the single ones off; typing in a field never triggers them', async ({
  page,
  bank,
}) => {
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
  // The way back is there for the mouse too.
  await page.getByRole('button', { name: 'Raccourcis clavier' }).click();
  await help.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1);
});

test('Ctrl+K finds a client, a request and an action', async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank);
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Rechercher et agir' });
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
  // What is found first is what Enter opens.
  await expect(found.first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin-dashboard/clients/${client.accountId}`);
  await page.keyboard.press('Control+k');
  await palette.locator('input').fill('thème sombre');
  await palette.getByRole('menuitem', { name: 'Thème sombre' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
