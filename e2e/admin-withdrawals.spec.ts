import type { Page } from '@playwright/test';
import { expect, expectAccessible, type RunningBank, test } from './bank.ts';
import { atDesk, colleague, type DeskClient, fund, GOOD_IBAN, newClient, rowOf, words } from './desk.ts';
import { hold } from './visiting.ts';

/** A withdrawal is validated, executed once and only to a valid IBAN, or rejected with words that never ask for money. */

const WITHDRAWALS = '/admin-dashboard?tab=withdrawals';

async function asks(client: DeskClient, amountMinor: number, iban = GOOD_IBAN): Promise<void> {
  await client.post('/withdrawals', { amountMinor, iban, bankName: 'Banque du Marais' });
}

/** At the list of withdrawals, where a new client with 500 euros has asked for 200. */
async function atDeskWithRequest(page: Page, bank: RunningBank): Promise<DeskClient> {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await asks(client, 20_000);
  await atDesk(page, bank, WITHDRAWALS);
  return client;
}

const balanceOf = async (client: DeskClient) =>
  (await (await client.api.get('/api/overview')).json()).account as {
    balanceMinor: number;
    availableMinor: number;
  };

test('PAY-1 a validation changes no balance, the execution debits it', async ({ page, bank }) => {
  const client = await atDeskWithRequest(page, bank);
  const row = rowOf(page, client);
  await expect(row).toContainText('IBAN valide');
  await expect(row).toContainText('Solde suffisant');
  await row.getByRole('button', { name: 'Valider' }).click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  expect(await balanceOf(client)).toMatchObject({ balanceMinor: 50_000, availableMinor: 30_000 });
  await rowOf(page, client).getByRole('button', { name: 'Exécuter' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('300,00 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Exécuter/ }).click();
  await expect(page.locator('.toast').last()).toContainText('virement exécuté');
  expect(await balanceOf(client)).toMatchObject({ balanceMinor: 30_000, availableMinor: 30_000 });
  await expect(rowOf(page, client).getByRole('button', { name: 'Exécuter' })).toHaveCount(0);
});

test('the second of two administrators reads the name of the first, and the money leaves once', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 20_000,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  const desk = await colleague(bank);
  const decide = (action: string) => desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
  await decide('approve');
  await atDesk(page, bank, WITHDRAWALS);
  await rowOf(page, client).getByRole('button', { name: 'Exécuter' }).click();
  await decide('complete');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Exécuter/ })
    .click();
  await expect(page.locator('.toast')).toContainText(
    words('Cette demande a déjà été traitée par Administration Démo.'),
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await balanceOf(client)).toMatchObject({ balanceMinor: 30_000, availableMinor: 30_000 });
});

test('a rejection gives its reason, promises that no payment is asked, and releases the money', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await atDeskWithRequest(page, bank);
  await rowOf(page, client).getByRole('button', { name: 'Rejeter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=reasonCode]').selectOption('payee-mismatch');
  await dialog.locator('[name=failureReason]').fill('Payez 50 euros de frais pour débloquer');
  await dialog.getByRole('button', { name: 'Rejeter la demande' }).click();
  await expect(dialog.locator('.field-error')).toContainText('Un refus ne peut parler ni de paiement');
  await dialog.locator('[name=failureReason]').fill('Le titulaire est une société.');
  await dialog.getByRole('button', { name: 'Rejeter la demande' }).click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
  expect(withdrawals[0]).toMatchObject({
    reasonCode: 'payee-mismatch',
    reasonNote: 'Le titulaire est une société.',
  });
  expect(await balanceOf(client)).toMatchObject({ balanceMinor: 50_000, availableMinor: 50_000 });
});

test('a withdrawal to an invalid IBAN can be validated and rejected, never executed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await asks(client, 20_000, 'FR7630006000011234567890188');
  await atDesk(page, bank, WITHDRAWALS);
  await expect(rowOf(page, client)).toContainText('IBAN non valide');
  await rowOf(page, client).getByRole('button', { name: 'Valider' }).click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  await expect(rowOf(page, client).getByRole('button', { name: 'Rejeter' })).toBeVisible();
  await expect(rowOf(page, client).getByRole('button', { name: 'Exécuter' })).toHaveCount(0);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).click();
  const detail = page.getByRole('region', { name: client.name });
  await expect(detail).toContainText('Ce virement ne peut pas être exécuté.');
  await expect(detail.getByRole('button', { name: 'Exécuter' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a withdrawal under review can still be validated', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await atDeskWithRequest(page, bank);
  const takeInHand = rowOf(page, client).getByRole('button', { name: /en cours/i });
  await expect(takeInHand).toBeVisible();
  // Until the list shows the new state, the buttons stay disabled: they would act on the old one.
  const show = await hold(page, /\/api\/admin\/withdrawals\?/);
  await takeInHand.click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  await expect(rowOf(page, client).getByRole('button', { name: 'Valider' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await rowOf(page, client).getByRole('button', { name: 'Rejeter' }).click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  show();
  await rowOf(page, client).getByRole('button', { name: 'Valider' }).click();
  await expect(page.locator('.toast').last()).toContainText('virement validé');
});

test('a button that moves while it is pressed is still pressed; a press released elsewhere does nothing', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await atDeskWithRequest(page, bank);
  const row = rowOf(page, client);
  const reject = row.getByRole('button', { name: 'Rejeter' });
  const middleOf = async () => {
    const { x, y, width, height } = (await reject.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width / 2, y + height / 2] as const;
  };
  await reject.hover();
  await page.mouse.down();
  const [x, y] = await middleOf();
  await page.mouse.move(x - 160, y, { steps: 4 });
  await page.mouse.up();
  await expect(row.locator('[data-row-link]')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A press that was drawn over a text leaves it selected.
  await row.getByText('Banque du Marais').selectText();
  // The button's place is looked for again: a list that was read meanwhile may have moved it.
  await reject.hover();
  await page.mouse.down();
  // Rows that arrive change the widths of the columns and move the button.
  await row.evaluate((element) => {
    const actions = element.querySelector<HTMLElement>('.row-actions');
    if (actions) actions.style.marginInlineStart = '-160px';
  });
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toContainText(client.name);
  await expect(row.locator('[data-row-link]')).toHaveAttribute('aria-expanded', 'false');
});

test('on a telephone the view and the state that are open stand inside the screen', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(page, bank, `${WITHDRAWALS}&view=direct-debits`);
  const open = page.locator('nav.tabs [aria-current]');
  await expect(open.filter({ hasText: 'Prélèvements' })).toBeInViewport({ ratio: 1 });
  await page.goto(`${WITHDRAWALS}&state=cancelled`);
  await expect(open.filter({ hasText: 'Annulé' })).toBeInViewport({ ratio: 1 });
});

test('the list of transfers, with each IBAN on one line, is no wider than its place', async ({
  page,
  bank,
}) => {
  // Amounts of five figures, in three states, the last with the reference of its file.
  const client = await newClient(bank);
  await fund(bank, client, 100_000_00);
  const desk = await colleague(bank);
  for (const state of ['pending', 'approved', 'refused']) {
    const { withdrawal } = (await client.post('/withdrawals', {
      amountMinor: 12_345_67,
      iban: GOOD_IBAN,
      bankName: 'Banque du Marais',
    })) as unknown as { withdrawal: { id: string } };
    if (state !== 'pending')
      await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' });
    if (state === 'refused') {
      await desk.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawal.id] });
      await desk.post(`/admin/withdrawals/${withdrawal.id}/bank-refusal`, { bankReason: 'AC04' });
    }
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await atDesk(page, bank, WITHDRAWALS);
    await expect(page.getByRole('button', { name: 'Rejeter' }).first()).toBeVisible();
    const table = page.locator('table', { has: page.locator('[data-row]') });
    const beyond = await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0));
    expect(beyond, `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
});

test('PAY-36, PAY-37 what awaits our bank and what it refuses stand in lists of their own', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await atDeskWithRequest(page, bank);
  const [{ id }] = (await (await client.api.get('/api/withdrawals')).json()).withdrawals;
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${id}/decision`, { action: 'approve' });
  await desk.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] });
  await page.getByRole('link', { name: 'Réponses de la banque' }).click();
  await expect(page).toHaveURL(/bank=awaited/);
  await expect(rowOf(page, client)).toBeVisible();
  await expectAccessible(page);
  await desk.post(`/admin/withdrawals/${id}/bank-refusal`, { bankReason: 'AC04' });
  await expect(rowOf(page, client)).toHaveCount(0);
  await page.getByRole('link', { name: 'Retours', exact: true }).click();
  await expect(rowOf(page, client)).toContainText('Refusé par la banque le');
  await expectAccessible(page);
});

test('PAY-33, ACC-37 a difference and a failed proof are one red band with the way to « Rapprochement »', {
  tag: '@whole',
}, async ({ page, bank }) => {
  // Nothing of the product makes bank and books differ: the answer says so in their place.
  await page.route('**/api/admin/reconciliation*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [first] = json.currencies;
    Object.assign(first, { isKept: true, differenceMinor: -500, isExplained: false });
    const result = { name: 'proof.books', leftMinor: 0, rightMinor: 1, faults: 1 };
    json.proofs = [
      {
        id: '01a2072b-cd5c-765d-b0c0-a23309230ad0',
        day: json.today,
        currency: first.currency,
        isFair: false,
        madeAt: new Date(0).toISOString(),
        dueAt: new Date(0).toISOString(),
        results: [{ ...result, isExplained: false, isProved: false }],
      },
    ];
    await route.fulfill({ response, json });
  });
  await atDesk(page, bank, WITHDRAWALS);
  const band = page.locator('.difference-band');
  await expect(band).toContainText('Écart de rapprochement');
  await expect(band).toContainText('somme des écritures');
  await expectAccessible(page);
  await band.getByRole('link', { name: 'Voir le rapprochement' }).click();
  await expect(page).toHaveURL(/view=reconciliation/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
