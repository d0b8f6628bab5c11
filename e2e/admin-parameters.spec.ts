import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, words } from './desk.ts';

/** The dated data (LC-8): what is in force, what comes, and how a value is added; declarations of the public page that wait for a person (LC-54). */

const PARAMETERS = '/admin-dashboard?tab=parameters';

test('LC-8 every value stands with its day and source, and is found by its name', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, PARAMETERS);
  await expect(page.locator('[data-row="regime.max"]')).toContainText(words('100 000,00 €'));
  await expect(page.locator('[data-row="regime.max"]')).toContainText(words('depuis le 20 novembre 2026'));
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Chercher une donnée' }).fill('mise en demeure');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.locator('[data-row="formalNotice.days"]')).toContainText(words('30 jours'));
  await page.getByRole('searchbox', { name: 'Chercher une donnée' }).fill('rien de tel');
  await expect(page.getByText('Aucune donnée ne correspond.')).toBeVisible();
});

test('LC-8 a value is added from a day to come; the one in force stays', async ({ page, bank }) => {
  await atDesk(page, bank, `${PARAMETERS}&q=policy.debt`);
  await page.locator('[data-row="policy.debt-ratio"]').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-row="1900-01-01"]')).toContainText('En vigueur');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ajouter une valeur' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer la valeur' }).click();
  await expect(dialog.locator('.field-error').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('[name=from]').fill('2031-01-01');
  await dialog.locator('[name=value]').fill('33,125');
  await dialog.locator('[name=source]').fill('Décision du comité des risques');
  await dialog.locator('[name=verified]').selectOption('decision');
  await dialog.getByRole('button', { name: 'Enregistrer la valeur' }).click();
  await expect(dialog.locator('.field-error')).toContainText("Cette valeur n'est pas valable.");
  await dialog.locator('[name=value]').fill('33,5');
  await dialog.getByRole('button', { name: 'Enregistrer la valeur' }).click();
  await expect(page.locator('.toast')).toContainText('Donnée enregistrée');
  const row = page.locator('[data-row="policy.debt-ratio"]');
  await expect(row).toContainText(words('35,00 %'));
  await expect(row).toContainText(words('33,50 %'));
  await expect(row).toContainText(words('à partir du 1er janvier 2031'));
});

test('LC-37 the ceilings of a quarter are loaded from the warning that they are missing', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, PARAMETERS);
  await page.getByRole('button', { name: 'Charger les seuils' }).click();
  const dialog = page.getByRole('dialog');
  const quarter = new Date();
  const first = new Date(Date.UTC(quarter.getUTCFullYear(), Math.floor(quarter.getUTCMonth() / 3) * 3, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 3, 0));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  await dialog.locator('[name=from]').fill(day(first));
  await dialog.locator('[name=to]').fill(day(last));
  for (const [index, ceiling] of ['22,71', '15,31', '8,9'].entries())
    await dialog.locator(`[name=band${index}]`).fill(ceiling);
  await dialog.locator('[name=source]').fill('Banque de France, avis du trimestre');
  await dialog.locator('[name=verified]').selectOption('text-read');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer la valeur' }).click();
  await expect(page.locator('.toast')).toContainText('Donnée enregistrée');
  await expect(page.locator('[data-row="usury.ceilings"]')).toContainText('22,71');
  await expect(page.getByRole('button', { name: 'Charger les seuils' })).toHaveCount(0);
});

test('LC-54 a declaration that no contract answers to is attached to a contract, or closed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const visitor = await colleague(bank);
  const name = `Rose Perdue ${Date.now()}`;
  await visitor.post('/retractions', { name, reference: 'CTR-INCONNU', email: 'rose@example.test' });
  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('CTR-INCONNU');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Rattacher à un contrat' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=contractReference]').fill('CTR-20000101-AAAAAAAA');
  await dialog.getByRole('button', { name: 'Enregistrer la rétractation' }).click();
  await expect(dialog.locator('.field-error')).toContainText("Aucun contrat n'a cette référence.");
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Classer' }).click();
  await dialog.getByRole('button', { name: 'Classer' }).click();
  await expect(page.locator('.toast')).toContainText('Déclaration classée');
  await expect(row).toHaveCount(0);
});
