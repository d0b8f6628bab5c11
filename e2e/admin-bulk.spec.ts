import { DEMONSTRATION_STAFF } from '../content/demonstration-accounts.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, fund, newClient, rowOf, words } from './desk.ts';

/** Many rows at once, and views of a list that are kept. */

const PAYEE = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

test('Q-32 what a colleague decided meanwhile is told with its reason, the rest is done; at 390 px without a horizontal scroll', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 1_000_00);
  const ids: string[] = [];
  for (const amountMinor of [10_00, 20_00, 30_00]) {
    const { withdrawal } = (await client.post('/withdrawals', { ...PAYEE, amountMinor })) as unknown as {
      withdrawal: { id: string };
    };
    ids.push(withdrawal.id);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(
    page,
    bank,
    `/admin-dashboard?tab=withdrawals&state=pending&q=${encodeURIComponent(client.name)}`,
  );
  await page.getByRole('checkbox', { name: /^Tout sélectionner/ }).check();
  const bar = page.locator('.bulk-bar');
  await expect(bar).toContainText(words('3 virements, 60,00 €'));
  await bar.getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Valider ces virements' });
  await expect(dialog).toContainText(words('3 virements, 60,00 €'));
  await expectAccessible(page);
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${ids[1]}/decision`, {
    action: 'reject',
    reasonCode: 'other',
    reasonNote: 'Doublon',
  });
  await dialog.getByRole('button', { name: 'Valider' }).click();
  await expect(dialog).toContainText('2 faits · 1 déjà traité');
  await expect(dialog.getByRole('table')).toContainText(client.name);
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Télécharger le compte rendu (CSV)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^compte-rendu-.*\.csv$/);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(rowOf(page, client)).toHaveCount(0);
});

test('Q-32 what needs an approval stays chosen once the dialog is closed, and nothing else', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 9_000_00);
  for (const amountMinor of [10_00, 6_000_00]) await client.post('/withdrawals', { ...PAYEE, amountMinor });
  const headers = { origin: bank.url };
  const q = encodeURIComponent(client.name);
  await atDesk(page, bank, `/admin-dashboard?tab=withdrawals&state=pending&q=${q}`);
  const turn = (isOn: boolean) => page.request.put('/api/admin/four-eyes', { data: { isOn }, headers });
  await turn(true);
  try {
    await page.getByRole('checkbox', { name: /^Tout sélectionner/ }).check();
    const bar = page.locator('.bulk-bar');
    await bar.getByRole('button', { name: 'Valider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Valider ces virements' });
    await dialog.getByRole('button', { name: 'Valider' }).click();
    await expect(dialog).toContainText('1 fait · 1 demande un accord');
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await expect(bar).toContainText(words('1 virement, 6 000,00 €'));
    await expect(rowOf(page, client).getByRole('checkbox')).toBeChecked();
    // the keyboard goes on in the list.
    await expect(rowOf(page, client).locator('[data-row-link]')).toBeFocused();
  } finally {
    await turn(false);
  }
});

test('Q-9 a view is saved, pinned with its count, changed, restored and removed', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 1_000_00);
  await client.post('/withdrawals', { ...PAYEE, amountMinor: 10_00 });
  const name = encodeURIComponent(client.name);
  await atDesk(page, bank, `/admin-dashboard?tab=withdrawals&state=pending&q=${name}`);
  await page.getByRole('button', { name: 'Vues' }).click();
  await page.getByRole('button', { name: 'Enregistrer cette vue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enregistrer cette vue' });
  await dialog.getByRole('textbox', { name: 'Nom de la vue' }).fill(`Vue de ${client.name}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/saved=/);
  const link = page.getByRole('link', { name: `Vue de ${client.name}` });
  await expect(link).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Vues' }).click();
  await page.getByRole('button', { name: 'Gérer mes vues' }).click();
  const manage = page.getByRole('dialog', { name: 'Gérer mes vues' });
  await manage.getByRole('button', { name: /^Épingler/ }).click();
  await expectAccessible(page);
  await manage.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(link).toContainText('1');

  await page.goto(`${page.url().replace('state=pending', 'state=approved')}`);
  await expect(page.getByText('Vue modifiée')).toBeVisible();
  await page.getByRole('link', { name: 'Rétablir' }).click();
  await expect(page).toHaveURL(/state=pending/);
  await expect(page.getByText('Vue modifiée')).toHaveCount(0);

  await page.getByRole('button', { name: 'Vues' }).click();
  await page.getByRole('button', { name: 'Gérer mes vues' }).click();
  await manage.getByRole('button', { name: /^Supprimer/ }).click();
  await expect(manage).toContainText("Vous n'avez pas de vue de cette liste.");
});

test('FOUR-25 several proposals of one operation are chosen in « À mon accord » and approved together', {
  tag: '@whole',
}, async ({ page, bank, browser }) => {
  const clients = [await newClient(bank), await newClient(bank)];
  await atDesk(page, bank, '/admin-dashboard?tab=security');
  const headers = { origin: bank.url };
  const turn = async (isOn: boolean) => {
    const answer = await page.request.put('/api/admin/four-eyes', { data: { isOn }, headers });
    expect(answer.status()).toBe(200);
  };
  const context = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
  await turn(true);
  try {
    const [maker] = DEMONSTRATION_STAFF.filter(({ role }) => role === 'payments');
    const as = async (path: string, data: object) => {
      const answer = await context.request.post(`/api${path}`, {
        data,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      });
      expect(answer.status()).toBe(200);
      return answer.json();
    };
    await as('/admin/session', { email: maker?.email, password: maker?.password });
    const references: string[] = [];
    for (const client of clients) {
      const about = {
        operation: 'accounts.credit',
        input: { id: client.accountId, amountMinor: 1_500_00, currency: 'EUR', description: 'Versement' },
      };
      const { seen } = await as('/admin/approval-requirements', about);
      const { proposal } = await as('/admin/proposals', { ...about, seen });
      references.push(proposal.reference);
    }
    await page.goto('/admin-dashboard?tab=proposals');
    for (const reference of references)
      await page.getByRole('checkbox', { name: new RegExp(`${reference}$`) }).check();
    const bar = page.locator('.bulk-bar');
    await expect(bar).toContainText(words('2 propositions'));
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Approuver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approuver ces propositions' });
    await dialog.getByRole('button', { name: 'Approuver' }).click();
    // Nothing was refused: the dialog closes by itself.
    await expect(dialog).toHaveCount(0);
    for (const reference of references) await expect(page.getByText(reference)).toHaveCount(0);
  } finally {
    await context.close();
    await turn(false);
  }
});
