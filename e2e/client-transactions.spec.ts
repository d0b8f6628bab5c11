import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, type RunningBank, test } from './bank.ts';
import { atCounter, HOME, PHONE } from './counter.ts';
import { colleague, type DeskClient, newClient, words } from './desk.ts';

/** All movements: searched by words, day, direction and amount, with the balance after each, and downloaded as a file. */

const LIST = `${HOME}?section=transactions`;

const credits = [
  [1_000, 'Vente du vélo'],
  [250_000, 'Salaire de novembre'],
  [4_999, 'Remboursement de la mutuelle'],
] as const;

async function withMovements(page: Page, bank: RunningBank): Promise<DeskClient> {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  for (const [amountMinor, description] of credits)
    await desk.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor,
      currency: 'EUR',
      description,
    });
  await atCounter(page, client, LIST);
  return client;
}

test('movements are grouped by day and carry the balance after each', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await withMovements(page, bank);
  await expect(page.getByRole('heading', { name: "Aujourd'hui" })).toBeVisible();
  const rows = page.locator('.movement');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(words('+49,99 €'));
  await expect(rows.nth(0)).toContainText(words('2 559,99 €'));
  await expect(rows.nth(2)).toContainText(words('10,00 €'));
  await expect(page.getByText('Vous avez tout vu.')).toBeVisible();
});

test('search and filters live in the address and survive a reload', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await withMovements(page, bank);
  const rows = page.locator('.movement');
  // The list follows the typing; Enter filters at once.
  await page.locator('[name=q]').pressSequentially('mutuelle');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=mutuelle/);
  await expect(page.locator('[name=q]')).toBeFocused();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.locator('[name=q]')).toHaveValue('mutuelle');
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(rows).toHaveCount(3);

  await page.locator('[name=min]').fill('50');
  await page.locator('[name=min]').blur();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Salaire de novembre');
  await page.locator('[name=max]').fill('2.000');
  await page.locator('[name=max]').blur();
  await expect(page.getByText(words('Saisissez un montant, par exemple 1 234,56.'))).toBeVisible();
  await page.locator('[name=max]').fill('3 000,50');
  await page.locator('[name=max]').blur();
  await expect(page).toHaveURL(/max=3000\.50/);
  await expect(page.locator('[name=max]')).toHaveValue('3000,50');
  await page.locator('[name=type]').selectOption('debit');
  await expect(page.getByText('Aucune opération ne correspond')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Effacer les filtres' }).last().click();
  await page.locator('[name=to]').fill('2020-01-01');
  await expect(page.getByText('Aucune opération ne correspond')).toBeVisible();
  await page.locator('[name=from]').fill('2020-02-01');
  await expect(page.getByText('La date de fin précède la date de début.')).toBeVisible();
});

test('a day filters once its year is whole', { tag: '@whole' }, async ({ page, bank }) => {
  await withMovements(page, bank);
  const asked: string[] = [];
  page.on('request', (request) => {
    const from = new URL(request.url()).searchParams.get('from');
    if (from) asked.push(from);
  });
  // The year comes digit by digit: until the fourth, browsers report 0002, 0020 and 0202.
  await page.locator('[name=from]').pressSequentially('11012026');
  await expect(page).toHaveURL(/from=2026-11-01/);
  await expect(page.locator('.movement')).toHaveCount(3);
  await expect(page.locator('[name=from]')).toHaveValue('2026-11-01');
  expect(new Set(asked)).toEqual(new Set(['2026-11-01']));
});

test('on paper there are the movements, without menu and filters', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await withMovements(page, bank);
  await expect(page.getByText('Vente du vélo')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Vente du vélo')).toBeVisible();
  for (const part of ['.office-side', 'search', '.office-bar']) await expect(page.locator(part)).toBeHidden();
});

test('on a telephone the filters are behind a button', { tag: '@whole' }, async ({ page, bank }) => {
  await page.setViewportSize(PHONE);
  await withMovements(page, bank);
  await expect(page.locator('[name=type]')).toBeHidden();
  await page.getByRole('button', { name: 'Filtrer' }).click();
  await expect(page.locator('[name=type]')).toBeVisible();
  await expectAccessible(page);
});

test('a long list loads page by page, to its end', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  for (let each = 1; each <= 31; each += 1)
    await desk.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: each,
      currency: 'EUR',
      description: `Centime ${each}`,
    });
  await atCounter(page, client, LIST);
  await expect(page.locator('.movement')).toHaveCount(30);
  await page.getByRole('button', { name: 'Afficher la suite' }).click();
  await expect(page.locator('.movement')).toHaveCount(31);
  // The pressed button is gone; the keyboard goes on from there, not from the top.
  await expect(page.getByText('Vous avez tout vu.')).toBeFocused();
});

test('the chart has a table, and the arrow keys move through its days', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await withMovements(page, bank);
  const chart = page.getByRole('figure', { name: 'Solde des 90 derniers jours' });
  await expect(chart).toContainText(words('2 559,99 €'));
  await chart.getByRole('slider', { name: 'Parcourir les jours' }).press('ArrowLeft');
  await expect(chart.locator('strong')).toHaveText(words('0,00 €'));
  await chart.getByRole('button', { name: 'Voir le tableau' }).click();
  await expect(chart.getByRole('row')).toHaveCount(91);
  await expectAccessible(page);
});

test('the filtered list is downloaded as CSV, a month as PDF', async ({ page, bank }) => {
  await withMovements(page, bank);
  await page.locator('[name=q]').fill('salaire');
  await page.keyboard.press('Enter');
  await expect(page.locator('.movement')).toHaveCount(1);
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain('Salaire de novembre');
  expect(text).toContain('2500,00');
  expect(text).not.toContain('Vente du vélo');

  await page.getByRole('button', { name: 'Relevé (PDF)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Relevé de compte' });
  await expect(dialog.locator('[name=month] option')).toHaveCount(1);
  await expectAccessible(page);
  const pdf = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Télécharger' }).click();
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-');
});
