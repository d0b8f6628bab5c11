import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, fund, GOOD_IBAN, memberAt, newClient, words } from './desk.ts';

/** « Règles » (FOUR-1): who approves what is changed, compared with today, and approved by others; a file for the bank is found from its proposal. */

test('FOUR-1 a rule is changed to types of account, and a distance of rates, and reads so', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, '/admin-dashboard?tab=proposals&list=policies');
  const change = async (operation: string, set: (dialog: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: `Modifier la règle « ${operation} »` }).click();
    const dialog = page.getByRole('dialog', { name: operation });
    await set(dialog);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const row = (operation: string) => page.getByRole('row', { name: new RegExp(operation) }).first();
  await change('Activer un compte', async (dialog) => {
    await expect(dialog.getByText('Rien ne change.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Compte épargne' }).check();
    // FOUR-14: what the change takes away and what it adds is marked in words beside what stays.
    await expect(dialog.locator('del')).toHaveText(/^Retiré\s+Au-delà de 0,00\s€/);
    await expect(dialog.locator('ins')).toHaveText(/^Ajouté\s+Au-delà de 0,00\s€, Compte épargne/);
    await expect(dialog.locator('del, ins')).toHaveCount(2);
    // The roles of an approval have no order: one that is taken out and put back changes nothing.
    const role = dialog.getByRole('checkbox', { name: 'Conformité' });
    await role.uncheck();
    await role.check();
    await expect(dialog.locator('del, ins')).toHaveCount(2);
  });
  await expect(row('Activer un compte')).toContainText(words('Au-delà de 0,00 €, Compte épargne'));
  await change('Changer un taux de change', async (dialog) => {
    const distance = dialog.getByRole('textbox', { name: "Au-delà d'un écart de" });
    await expect(distance).toHaveValue('2');
    await distance.fill('1,5 pour cent');
    await expect(dialog).toContainText('Donnez un pourcentage');
    await distance.fill('1,5');
  });
  await expect(row('Changer un taux de change')).toContainText(
    words("plus de 1,50 % d'écart avec le dernier taux, ou en 24 heures"),
  );
});

test('FOUR-1 by keyboard: a rule or an approval that is taken out hands the focus to the one that stands there then', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, '/admin-dashboard?tab=proposals&list=policies');
  await page.getByRole('button', { name: 'Modifier la règle « Émettre une offre de prêt »' }).click();
  const dialog = page.getByRole('dialog', { name: 'Émettre une offre de prêt' });
  const press = async (name: string) => {
    await dialog.getByRole('button', { name: words(name) }).focus();
    await page.keyboard.press('Enter');
  };
  const group = (name: string | RegExp) => dialog.getByRole('group', { name });
  await press('Retirer cette règle : Règle 1');
  await expect(group('Règle 1')).toBeFocused();
  // The rule that is left has two approvals.
  await press('Retirer cet accord : Accord 2');
  await expect(group(/^Accord 1/)).toBeFocused();
  await press('Ajouter un accord');
  await expect(
    group(/^Accord 2/)
      .getByRole('checkbox')
      .first(),
  ).toBeFocused();
  await press('Ajouter une règle');
  await expect(group('Règle 2').locator('select')).toBeFocused();
  await press('Retirer cette règle : Règle 2');
  await expect(group('Règle 1')).toBeFocused();
  await expectAccessible(page);
});

test('FOUR-14, FOUR-15 a change of a rule is compared with today; a file for the bank is opened from the proposal that made it', {
  tag: '@whole',
}, async ({ page, bank, browser }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000_00);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 900_00,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' });
  const turn = (isOn: boolean) => desk.api.put('/api/admin/four-eyes', { data: { isOn } });
  await turn(true);
  const maker = await memberAt(browser, bank, 'payments');
  const checker = await memberAt(browser, bank, 'compliance');
  try {
    const file = { operation: 'withdrawalBatches.export', input: { withdrawalIds: [withdrawal.id] } };
    const { seen } = await maker.call('/admin/approval-requirements', file);
    await maker.call('/admin/proposals', { ...file, seen });
    const rule = {
      operation: 'policies.change',
      input: {
        operation: 'accounts.credit',
        seenVersion: 0,
        rows: [{ above: 2_000_00, approvers: [['compliance']] }],
      },
    };
    const facts = await desk.post('/admin/approval-requirements', rule);
    await desk.post('/admin/proposals', { ...rule, seen: facts.seen });

    const own = checker.page;
    await own.goto('/admin-dashboard?tab=proposals');
    await own
      .getByRole('row', { name: /Changer une règle/ })
      .getByRole('button', { name: 'Examiner' })
      .click();
    const compared = own.getByRole('dialog', { name: "Changer une règle d'approbation" });
    await expect(compared.locator('ins')).toHaveText(/^Ajouté\s+Au-delà de 2\s000,00\s€/);
    await expect(compared.locator('del').first()).toContainText('Retiré');
    await expectAccessible(own);
    await compared.getByRole('button', { name: 'Refuser' }).click();
    await own.getByRole('dialog').getByLabel('Motif').fill('Trop tôt');
    await own.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click();
    await expect(own.locator('.toast').filter({ hasText: 'Refusé' })).toBeVisible();

    await atDesk(page, bank, '/admin-dashboard?tab=proposals');
    await page
      .getByRole('row', { name: /Transmettre un lot/ })
      .getByRole('button', { name: 'Examiner' })
      .click();
    const examined = page.getByRole('dialog', { name: 'Transmettre un lot de virements' });
    await expect(examined.getByRole('link', { name: 'Ouvrir le lot' })).toHaveCount(0);
    await examined.getByRole('button', { name: 'Approuver' }).click();
    await expect(examined).toHaveCount(0);
    await page.goto('/admin-dashboard?tab=proposals&list=all');
    await page
      .getByRole('row', { name: /Transmettre un lot/ })
      .first()
      .getByRole('button', { name: 'Examiner' })
      .click();
    await examined.getByRole('link', { name: 'Ouvrir le lot' }).click();
    await expect(page.locator('.desk-panel')).toContainText(client.name);
    await expect(page).toHaveURL(/view=batches&batch=/);
  } finally {
    for (const { context } of [maker, checker]) await context.close();
    await turn(false);
  }
});
