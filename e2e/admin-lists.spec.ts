import { expect, expectAccessible, expectAccessibleEverywhere, test } from './bank.ts';
import { atDesk, colleague, LOAN, newClient, rowOf } from './desk.ts';

/** Lists of the back office are counted, sorted and filtered, and the menu stays in reach. */

const LOANS = '/admin-dashboard?tab=loans';

test('a list shows its count, is searched by client and can start with the oldest', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const first = await newClient(bank);
  for (let each = 0; each < 31; each += 1) await first.post('/loans', LOAN);
  const last = await newClient(bank);
  await last.post('/loans', LOAN);
  const desk = await colleague(bank);
  const { loansByStatus } = await (await desk.api.get('/api/admin/counts')).json();
  await atDesk(page, bank, LOANS);
  const count = page.locator('.row-group-count').first();
  await expect(count).toHaveText(String(loansByStatus.pending));
  expect(loansByStatus.pending).toBeGreaterThan(31);
  await page.getByRole('combobox', { name: 'Trier' }).selectOption('oldest');
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(page.locator('[data-row]').first()).not.toContainText(last.name);
  await page.getByRole('searchbox', { name: 'Rechercher dans les demandes' }).fill(last.name);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(rowOf(page, last)).toBeVisible();
  await expect(count).toHaveText('1');
  await expectAccessibleEverywhere(page);
  await page.getByRole('searchbox', { name: 'Rechercher dans les demandes' }).fill('zzzz');
  await expect(page.getByText('Aucun résultat pour “zzzz”.')).toBeVisible();
  await page.goto(`${LOANS}&state=pending&q=${encodeURIComponent(last.name)}`);
  await expect(page.locator('[data-row]')).toHaveCount(1);
});

test('« À traiter » opens exactly the waiting requests', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'process' });
  const counts = await (await desk.api.get('/api/admin/counts')).json();
  await atDesk(page, bank);
  await page.locator('.overview-waiting').getByRole('link', { name: 'Prêts à étudier' }).click();
  // A queue begins with its nearest deadline.
  await expect(page).toHaveURL(`${LOANS}&state=open&sort=deadline`);
  await expect(page.getByRole('link', { name: 'À traiter', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.locator('.row-group-head')).toHaveText([/^En attente/, /^En cours/]);
  await expect(page.locator('.row-group-count')).toHaveText([
    String(counts.loansByStatus.pending),
    String(counts.loansByStatus.processing),
  ]);
  expect(counts.loansByStatus.pending + counts.loansByStatus.processing).toBe(counts.pendingLoans);
});

test('after an approval by keyboard the focus is on the next row, or on the heading when no row is left', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const older = await newClient(bank);
  await older.post('/loans', LOAN);
  const newer = await newClient(bank);
  await newer.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  const approve = async () => {
    await page.keyboard.press('a');
    const pay = page.getByRole('button', { name: /^Approuver et verser/ });
    await pay.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const link = (name: string) => page.getByRole('button', { name, exact: true });
  await link(newer.name).first().focus();
  await approve();
  await expect(page.locator('.row-group').first()).not.toContainText(newer.name);
  await expect(link(older.name).first()).toBeFocused();
  // Alone in its list.
  await page.goto(`${LOANS}&state=pending&q=${encodeURIComponent(older.name)}`);
  await link(older.name).focus();
  await approve();
  await expect(page.locator('#main h1')).toBeFocused();
});

test('signing out stays visible in a low window, and the folded menu keeps its entries', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await atDesk(page, bank);
  const side = page.locator('.office-side');
  await expect(side.getByRole('button', { name: 'Se déconnecter' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  await page.keyboard.press('Control+b');
  for (const name of [/^Actualiser/, /^Thème/, /^Langue/, /^Se déconnecter/])
    await expect(side.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await side.getByRole('button', { name: /^Thème/ }).click();
  await page.getByRole('button', { name: 'Sombre' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect(side.getByRole('button', { name: 'Se déconnecter' })).toBeInViewport({ ratio: 1 });
});

// One row that scrolls: wrapped into view, the tabs took a third of the screen before anything of the list.
test('a telephone has all tabs in one row, and keeps the current one in sight', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(page, bank);
  const tabs = page.locator('.office-row').getByRole('link');
  await expect(tabs).toHaveCount(15);
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await expect(tabs.first()).toBeInViewport({ ratio: 1 });
  await tabs.last().click();
  await expect(page).toHaveURL('/admin-dashboard?tab=security');
  await page.reload();
  await expect(tabs.last()).toBeInViewport({ ratio: 1 });
});

test('the back button closes an open dialog, but not one with typed text', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank);
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  await page
    .locator('.office-side')
    .getByRole('link', { name: /^Prêts/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Rejeter la demande de ${client.name}` });
  const reject = () => page.getByRole('button', { name: `Rejeter la demande de ${client.name}` }).click();
  await reject();
  await expect(dialog).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(LOANS);
  await expect(page.getByRole('heading', { name: 'Prêts', level: 1 })).toBeVisible();
  await reject();
  await dialog.locator('[name=reasonNote]').fill('Le dernier bulletin de salaire.');
  await page.evaluate(() => history.back());
  await expect(page.locator('.toast')).toContainText('Votre saisie est gardée.');
  await expect(dialog.locator('[name=reasonNote]')).toHaveValue('Le dernier bulletin de salaire.');
  await expect(page).toHaveURL(LOANS);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/admin-dashboard');
});
