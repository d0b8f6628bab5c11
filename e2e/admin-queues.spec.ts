import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, fund, GOOD_IBAN, LOAN, newClient, rowOf } from './desk.ts';

/** Queues with deadlines, who follows what, and the filters of a list. */

test('Q-2, Q-4, Q-5 a request is opened from its queue, taken by key, found in « Mes dossiers » and given back', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await atDesk(page, bank);
  const queue = page.locator('.overview-waiting').getByRole('link', { name: 'Prêts à étudier' });
  await expect(queue).toBeVisible();
  await expectAccessible(page);
  // In the queue's list the client's name begins where the note below it begins.
  await page.goto('/admin-dashboard?tab=loans&queue=to-review');
  const left = (of: string) =>
    page
      .locator('.queued-client')
      .first()
      .locator(of)
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
  expect(await left('.btn')).toBe(await left('.cell-note'));
  await page.goto(`/admin-dashboard?tab=loans&loan=${loan.id}`);
  const panel = page.locator('.desk-panel');
  await expect(panel).toContainText('Personne ne suit ce dossier.');
  await panel.locator('h2').focus();
  await page.keyboard.press('m');
  await expect(panel).toContainText('Suivi par vous');
  await expect(rowOf(page, client)).toContainText('Suivi par vous');
  // the documents are a press away.
  await panel.getByRole('button', { name: 'Pièces', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'Documents ajoutés' })).toBeFocused();
  await expectAccessible(page);
  await page
    .locator('.office-side')
    .getByRole('link', { name: /^Mes dossiers/ })
    .click();
  const row = rowOf(page, client);
  await expect(row).toContainText(LOAN.purpose);
  await expect(row).toContainText(/dans|demain/);
  await expectAccessible(page);
  await row.getByRole('button', { name: `Rendre : ${client.name}` }).click();
  await expect(rowOf(page, client)).toHaveCount(0);
});

test('Q-4 a file that a colleague took meanwhile says who, and is taken anyway', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await atDesk(page, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`);
  const panel = page.locator('.desk-panel');
  await expect(panel.getByRole('button', { name: 'Prendre' })).toBeVisible();
  // A colleague was faster: the answer of the server says so, whatever the screen showed.
  await page.route('**/api/admin/assignments/**', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'task.taken',
        params: { by: 'Nadia Benali', at: new Date(Date.now() - 3.5 * 3_600_000).toISOString() },
      }),
    }),
  );
  await panel.getByRole('button', { name: 'Prendre' }).click();
  await expect(panel).toContainText(/Nadia Benali s'en occupe depuis 3\sh/);
  await expectAccessible(page);
  await page.unroute('**/api/admin/assignments/**');
  await panel.getByRole('button', { name: 'Prendre quand même' }).click();
  await expect(panel).toContainText('Suivi par vous');
});

test('Q-8 a row that a colleague decides stays greyed where it stood, with who decided it; the count changes at once', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  const order = { iban: GOOD_IBAN, bankName: 'Banque du Marais' };
  const ids: string[] = [];
  for (const amountMinor of [1_111, 2_222, 3_333]) {
    const answer = await client.post('/withdrawals', { ...order, amountMinor });
    ids.push((answer as unknown as { withdrawal: { id: string } }).withdrawal.id);
  }
  await atDesk(
    page,
    bank,
    `/admin-dashboard?tab=withdrawals&state=pending&q=${encodeURIComponent(client.name)}`,
  );
  const rows = page.locator('[data-row]').filter({ hasText: client.name });
  await expect(rows).toHaveCount(3);
  await (await colleague(bank)).post(`/admin/withdrawals/${ids[1]}/decision`, { action: 'approve' });
  const left = page.locator('.left-row');
  await expect(left).toContainText(/Traité par .+ · /);
  await expect(rows).toHaveCount(2);
  await expect(page.locator('.row-group-count')).toHaveText('2');
  // Between the two rows that it stood between, without a button.
  await expect(page.locator('.row-group .data-row').nth(1)).toHaveClass(/left-row/);
  await expect(left.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(left).toHaveCount(0);
});

test('Q-6, Q-8 filters stand in the address, count what they show, and one that cannot be read leaves it', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await client.post('/withdrawals', { amountMinor: 1_234, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  await client.post('/withdrawals', { amountMinor: 4_321, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  const path = `tab=withdrawals&state=pending&q=${encodeURIComponent(client.name)}`;
  await atDesk(page, bank, `/admin-dashboard?${path}&deadline=never`);
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await expect(page).not.toHaveURL(/deadline/);
  await page.getByRole('button', { name: 'Filtres', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Montant à partir de' }).fill('20');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/amountFrom=2000/);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.locator('.row-group-count').first()).toHaveText('1');
  await page.getByRole('combobox', { name: 'Suivi par' }).selectOption('me');
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await page.getByRole('textbox', { name: "Montant jusqu'à" }).fill('10');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Ces filtres se contredisent')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer la recherche et les filtres' }).click();
  await expect(page).toHaveURL('/admin-dashboard?tab=withdrawals&state=pending');
  // What the list is asked stays when another state of it is chosen.
  await page.goto(`/admin-dashboard?${path}&amountFrom=2000`);
  await page.getByRole('link', { name: 'Validé', exact: true }).click();
  await expect(page).toHaveURL(/state=approved/);
  await expect(page).toHaveURL(/amountFrom=2000/);
  // A state, an order and a search that no list has leave the address as well.
  for (const tab of ['loans', 'withdrawals', 'clients']) {
    await page.goto(
      `/admin-dashboard?tab=${tab}&state=perdu&sort=hasard&deadline=never&q=${'x'.repeat(120)}`,
    );
    await expect(page).toHaveURL(`/admin-dashboard?tab=${tab}`);
    await expect(page.getByText('Impossible de charger les données')).toHaveCount(0);
  }
});

test('Q-42, Q-33 K and J walk through opened rows, a decision opens the next, and the list is taken out as a file', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  for (const purpose of ['Un vélo', 'Un vélo de course', 'Un tandem'])
    await client.post('/loans', { ...LOAN, purpose });
  await atDesk(page, bank, `/admin-dashboard?tab=loans&state=pending&q=${encodeURIComponent(client.name)}`);
  await page.evaluate(() => localStorage.setItem('admin-open-next', 'on'));
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.locator('.desk-panel');
  await expect(panel).toContainText('1 sur 3');
  await expect(panel).toContainText('Un tandem');
  await page.keyboard.press('j');
  await expect(panel).toContainText('2 sur 3');
  await expect(panel).toContainText('Un vélo de course');
  await expectAccessible(page);
  await page.keyboard.press('k');
  await expect(panel).toContainText('1 sur 3');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Rejeter la demande' }).click();
  await expect(panel).toContainText('Un vélo de course');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^loans-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL('/admin-dashboard?tab=fees');
});
