import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, words } from './desk.ts';

/** « Rapprochement » (PAY-33): what stands between bank and books, and how a difference is explained. */

test('PAY-33 a difference is explained by keyboard: the field has the focus, Escape gives it back, an empty one is told', {
  tag: '@whole',
}, async ({ page, bank }) => {
  // No act of the screens makes a difference: it is put into what the server answers.
  await page.route(/\/api\/admin\/reconciliation(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const proof of body.currencies)
      if (proof.currency === 'CHF')
        Object.assign(proof, {
          bankMinor: proof.bankMinor + 12_34,
          differenceMinor: 12_34,
          isExplained: false,
        });
    return route.fulfill({ response, json: body });
  });
  const sent: string[] = [];
  await page.route('**/api/admin/reconciliation/explanation', async (route) => {
    sent.push(route.request().postDataJSON().note);
    await route.continue();
  });
  await atDesk(page, bank, '/admin-dashboard?tab=statements&view=reconciliation');
  const explain = page.getByRole('button', { name: 'Expliquer' });
  const dialog = page.getByRole('dialog', { name: "Expliquer l'écart" });
  const note = dialog.locator('[name=note]');
  await explain.focus();
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await expect(dialog).toContainText(words('Écart de 12,34 CHF.'));
  await page.keyboard.type('Frais du correspondant');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(explain).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Ce champ est obligatoire.').first()).toBeVisible();
  await note.focus();
  await page.keyboard.type('Frais du correspondant, avis du 27 novembre');
  await page.keyboard.press('Enter');
  await expect.poll(() => sent).toEqual(['Frais du correspondant, avis du 27 novembre']);
});
