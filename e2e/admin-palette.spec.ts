import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, LOAN, newClient } from './desk.ts';

/** The palette acts on what it found: each act opens the dialog of its button, and none acts by itself. */

test('Q-43 the right arrow shows what can be done with an entry now, Enter opens its dialog, the left arrow goes back', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank);
  // The heading comes with the first frame, before any key is listened to; figures come later.
  await expect(page.locator('.stat-value').first()).toHaveText(/\d/);
  const palette = page.getByRole('dialog', { name: 'Rechercher et agir' });
  const entry = (name: string | RegExp) => palette.getByRole('menuitem', { name });
  await page.keyboard.press('Control+k');
  await palette.locator('input').pressSequentially(client.name);
  await expect(entry(client.name).first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('ArrowRight');
  const fee = entry(`Créer des frais pour ${client.name}`);
  await expect(fee).toHaveAttribute('data-focused', 'true');
  await expect(entry(`Effectuer un virement à ${client.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(fee).toHaveCount(0);
  // The request: the second entry of that name.
  await expect(entry(client.name).first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(entry(client.name).nth(1)).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(entry(`Approuver la demande de ${client.name}`)).toHaveAttribute('data-focused', 'true');
  await expect(entry(`Prendre : ${client.name}`)).toBeVisible();
  await expect(entry(`Ouvrir le client : ${client.name}`)).toBeVisible();
  await page.keyboard.press('Enter');
  const approval = page.getByRole('dialog', { name: new RegExp(`Approuver .*${client.name}`) });
  await expect(approval).toBeVisible();
  await expect(page).toHaveURL(/tab=loans&loan=[\da-f-]+$/);
  await page.keyboard.press('Escape');
  await expect(approval).toHaveCount(0);

  // « frais lemoine » names the act and its client at once.
  await page.keyboard.press('Control+k');
  await palette.locator('input').pressSequentially(`frais ${client.name}`);
  await expect(fee).toBeVisible();
  await expect(fee).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /frais/i })).toBeVisible();
  await expect(page).toHaveURL(`/admin-dashboard/clients/${client.accountId}`);
});

test('Q-43 on a telephone « Actions » stands under each entry; what is sent without a question is only focused', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(page, bank);
  await page.getByRole('button', { name: 'Rechercher' }).first().click();
  const palette = page.getByRole('dialog', { name: 'Rechercher et agir' });
  await palette.locator('input').fill(client.name);
  const actions = palette.getByRole('menuitem', { name: `Actions – ${client.name}` });
  await expect(actions).toHaveCount(2);
  await expectAccessible(page);
  await actions.nth(1).click();
  await palette.getByRole('menuitem', { name: `Mettre en cours la demande de ${client.name}` }).click();
  const button = page.locator('.desk-panel [data-act=process]');
  await expect(button).toBeFocused();
  await expect(page.locator('.desk-panel')).toContainText('En attente');
});
