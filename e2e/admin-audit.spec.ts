import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, fund, newClient, words } from './desk.ts';

/** The audit trail shows each act with its author, address and figures, and proves that no line was removed. */

const AUDIT = '/admin-dashboard?tab=audit';

test('an act is found by its client, with the balance before and after, and its address opens it again', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 12_345);
  await atDesk(page, bank, AUDIT);
  await page.locator('[name=q]').fill(client.name);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page).toHaveURL(/q=Rose/);
  await page.getByRole('button', { name: "Crédit d'un compte" }).click();
  const line = page.getByRole('region', { name: "Crédit d'un compte" });
  await expect(line).toContainText('Administration Démo');
  // The address that the colleague's calls are forwarded from (e2e/bank.ts).
  await expect(line).toContainText('198.18.');
  await expect(line).toContainText(words('123,45 €'));
  await expect(line.getByRole('link', { name: client.name })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('region', { name: "Crédit d'un compte" })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('acts appear as they happen, and filters narrow the list', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, `${AUDIT}&area=accounts`);
  await expect(page.getByLabel('Domaine')).toHaveValue('accounts');
  await fund(bank, client, 10_000);
  // Other tests act at the same time: this line need not be the first.
  await expect(page.locator('[data-row]').filter({ hasText: client.name }).first()).toBeVisible();
  await page.getByLabel('Issue').selectOption('refused');
  await expect(page.locator('[data-row]').filter({ hasText: client.name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page).toHaveURL(AUDIT);
  // A year is typed digit by digit.
  await page.locator('input[type=date]').first().pressSequentially('11012026');
  await expect(page).toHaveURL(/from=2026-11-01/);
});

test('the verification of the chain shows its progress and its result', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, AUDIT);
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).click();
  await expect(page.getByText(/La chaîne est intacte/)).toBeVisible();
  await expect(page.locator('.card .hash')).toHaveText(/^[0-9a-f]{64}$/);
  await expectAccessible(page);
});

test('a broken chain names the line', { tag: '@whole' }, async ({ page, bank }) => {
  await page.route('**/api/admin/audit/verification?*', (route) =>
    route.fulfill({
      json: {
        checked: 3,
        next: null,
        holds: false,
        faults: [{ number: 2, fault: 'missing' }],
        head: { number: 3, hash: 'a'.repeat(64) },
      },
    }),
  );
  await atDesk(page, bank, AUDIT);
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).click();
  await expect(page.getByText('La chaîne est rompue.')).toBeVisible();
  await expect(page.getByText(words('Ligne 2 : elle manque.'))).toBeVisible();
});

test('the filtered lines are exported, and the export is itself recorded', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 10_000);
  await atDesk(page, bank, `${AUDIT}&q=${encodeURIComponent(client.name)}`);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^journal-d-audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain(client.name);
  await page.goto(`${AUDIT}&area=audit`);
  await expect(page.locator('[data-row]').first()).toContainText('Export du journal');
});
