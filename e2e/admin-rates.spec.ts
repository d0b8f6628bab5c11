import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, words } from './desk.ts';
import { hold } from './visiting.ts';

/** The currency table: each rate has a day and a source, is changed by hand with a warning for a large change, or imported from the European Central Bank's file. */

const RATES = '/admin-dashboard?tab=rates';

/** Yesterday: newer than the starting values, and past in every time zone. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const yesterdayInFrench = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(yesterday),
);

const ECB = (day: string, rate: string, currency = 'USD') => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='${day}'><Cube currency='${currency}' rate='${rate}'/><Cube currency='ILS' rate='4.0123'/></Cube></Cube>
</gesmes:Envelope>`;

test('every currency but the euro has its rate, its day and its source', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, RATES);
  await expect(page.locator('[data-row]')).toHaveCount(23);
  for (const row of await page.locator('[data-row]').all())
    await expect(row.locator('time')).toHaveText(/\d{4}/);
});

test('a rate is changed by hand; a large change shows a warning before it is saved', async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, RATES);
  await page.getByRole('button', { name: 'Modifier le taux GBP' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=rate]').fill('86');
  await expect(dialog).toContainText("L'écart est grand");
  await expectAccessible(page);
  await dialog.locator('[name=rate]').fill('zéro');
  await dialog.getByRole('button', { name: 'Enregistrer le taux' }).click();
  await expect(dialog.locator('.field-error')).toContainText('Saisissez un taux positif');
  await dialog.locator('[name=rate]').fill('0,8612');
  await dialog.getByRole('button', { name: 'Enregistrer le taux' }).click();
  await expect(page.locator('.toast')).toContainText('Taux modifié');
  await expect(page.locator('[data-row=GBP]')).toContainText('0,8612');
});

test('a rate far from the last one is saved only once a box is ticked beside both figures', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, RATES);
  await page.getByRole('button', { name: 'Modifier le taux THB' }).click();
  const dialog = page.getByRole('dialog');
  const save = async () => {
    const answered = page.waitForResponse('**/api/admin/rates/THB');
    await dialog.getByRole('button', { name: 'Enregistrer le taux' }).click();
    await answered;
  };
  // A day before that of the file below, so that the file replaces it.
  await dialog.locator('[name=asOf]').fill('2024-07-01');
  await dialog.locator('[name=rate]').fill('390');
  await save();
  const box = dialog.locator('[name=acceptsLargeChange]');
  await expect(box).not.toBeChecked();
  await expect(dialog.getByRole('row', { name: /THB/ })).toContainText('390');
  await expectAccessible(page);
  // A tick that comes before the answer to a call without it stays: the answer has the same figures.
  const answer = await hold(page, '**/api/admin/rates/THB');
  const asked = page.waitForRequest('**/api/admin/rates/THB');
  const answered = save();
  // One pointer does one thing after the other: beside the press on the button the tick would take it away.
  await asked;
  await box.check();
  answer();
  await answered;
  await expect(dialog.getByRole('button', { name: 'Enregistrer le taux' })).toBeEnabled();
  await expect(box).toBeChecked();
  await page.unroute('**/api/admin/rates/THB');
  // Another rate clears the box.
  await dialog.locator('[name=rate]').fill('3,9');
  await expect(box).toHaveCount(0);
  await save();
  await expect(box).not.toBeChecked();
  await box.check();
  await save();
  await expect(page.locator('.toast')).toContainText('Taux modifié');
  await expect(page.locator('[data-row=THB]')).toContainText('3,9');
  await page.getByRole('button', { name: 'Importer le fichier de la BCE' }).click();
  await dialog.locator('[name=file]').setInputFiles({
    name: 'eurofxref-daily.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(ECB(yesterday, '39', 'THB')),
  });
  const take = dialog.getByRole('button', { name: 'Importer', exact: true });
  await take.click();
  await expect(dialog.getByRole('row', { name: /THB/ })).toContainText('39');
  await expect(box).not.toBeChecked();
  await expectAccessible(page);
  await box.check();
  await take.click();
  await expect(dialog).toContainText(words(`1 taux modifié, au ${yesterdayInFrench}.`));
});

test("the European Central Bank's file is imported, and lists the rates it changed and left", {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, RATES);
  await page.getByRole('button', { name: 'Importer le fichier de la BCE' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (name: string, text: string) =>
    dialog.locator('[name=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  await choose('autre.xml', '<rien/>');
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(dialog).toContainText('Fichier illisible');
  await expectAccessible(page);
  await choose('eurofxref-daily.xml', ECB(yesterday, '1.1234'));
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(page.locator('.toast').last()).toContainText('Taux importés');
  await expect(dialog).toContainText(words(`1 taux modifié, au ${yesterdayInFrench}.`));
  await expect(dialog).toContainText('ILS');
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(page.locator('[data-row=USD]')).toContainText('1,1234');
});
