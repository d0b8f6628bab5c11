import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, type DeskClient, GOOD_IBAN, newClient, PASSWORD, words } from './desk.ts';
import { type OwnBank, startOwnBank } from './own-bank.ts';

/** A loan that is never paid: its staff goes through every dialog of recovery, by the keyboard, and its client reads each step. */

let own: OwnBank;
let borrower: DeskClient;
let loanId = '';

test.beforeAll(async ({ databaseKind }) => {
  own = await startOwnBank(databaseKind);
  borrower = await newClient(own.bank);
  loanId = await lendTo(own.bank, borrower);
  const desk = await colleague(own.bank);
  const { withdrawal } = (await borrower.post('/withdrawals', {
    amountMinor: 10_000_00,
    iban: GOOD_IBAN,
    bankName: 'Une autre banque',
  })) as unknown as { withdrawal: { id: string } };
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
});

test.afterAll(() => own.end());

async function asStaff(page: Page) {
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 900 });
  await atDesk(page, own.bank, `${own.bank.url}/admin-dashboard?tab=loans&loan=${loanId}`);
}

async function asClient(page: Page) {
  await page.context().clearCookies();
  await page.setViewportSize(PHONE);
  const back = await newClient(own.bank);
  await back.post('/session', { email: borrower.email, password: PASSWORD });
  await atCounter(page, back, `${own.bank.url}${HOME}?section=loans&loan=${loanId}`);
}

/** Opens the dialog of an act by the keyboard, is told what it lacks, fills it in and sends it. */
async function carryOut(page: Page, button: string, fields: Readonly<Record<string, string>>, done: string) {
  await page.getByRole('button', { name: button }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.locator('[type=submit]').press('Enter');
  await expect(dialog.locator('.field-error').first()).toBeVisible();
  await expectAccessible(page);
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name=${name}]`).fill(value);
  await dialog.locator('[type=submit]').press('Enter');
  await expect(toastOf(page, done)).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test('LC-81 to LC-85: noticed, accelerated, provided for, written off and recovered, each from its dialog', {
  tag: '@whole',
}, async ({ page }) => {
  await own.advance(76);
  const desk = await colleague(own.bank);
  await desk.post(`/admin/loans/${loanId}/formal-notice`, { registeredNumber: '1A 234 567 8901 2' });
  await own.advance(32);
  // LC-81: after its last day the notice says so, and names no day to come.
  await asClient(page);
  await expect(page.getByText(/le délai a pris fin le/).first()).toBeVisible();
  await expect(page.getByText(/à régler au plus tard le/)).toHaveCount(0);
  await asStaff(page);
  const reason = 'Aucune réponse à la mise en demeure, dont le délai est passé.';
  await carryOut(page, 'Prononcer la déchéance du terme', { reason }, 'Décision appliquée');
  await asClient(page);
  await expect(page.getByRole('heading', { name: 'Remboursement immédiat demandé' })).toBeVisible();
  for (const name of ['Payer', 'En difficulté ?'])
    await expect(page.getByRole('button', { name: words(name), exact: true })).toBeVisible();
  // Everything is due: nothing is repaid early, and nothing is kept for an instalment to come.
  await expect(page.getByRole('button', { name: 'Rembourser par anticipation' })).toHaveCount(0);
  await expectAccessible(page);
  // So says the first screen: not one instalment is to be paid, and the whole is not owed since the first miss.
  await page.goto(`${own.bank.url}${HOME}`);
  const demanded = page.locator('.notice').filter({ hasText: 'Remboursement immédiat demandé' });
  await expect(demanded).toContainText(/À régler/);
  await expect(demanded).not.toContainText('Depuis');
  await demanded.getByRole('link', { name: 'Payer', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Payer', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Payer' })).toContainText('payer en plusieurs fois');
  await page.keyboard.press('Escape');

  await own.advance(30);
  await asStaff(page);
  await carryOut(
    page,
    'Déprécier',
    { amount: '6 500', reason: 'Deux tiers du capital.' },
    'Décision appliquée',
  );
  await expect(page.getByText('Déprécié', { exact: true })).toBeVisible();
  await carryOut(page, 'Passer en perte', { reason: 'Recours épuisés.' }, 'Décision appliquée');
  await expect(page.getByText('Reste à recouvrer')).toBeVisible();
  await carryOut(
    page,
    'Enregistrer un encaissement',
    { amount: '200', document: 'Huissier, virement du jour' },
    'Encaissement enregistré',
  );
  await page.getByRole('button', { name: 'Afficher les écritures' }).press('Enter');
  await expect(page.getByRole('rowheader', { name: 'Passage en perte' })).toBeVisible();
  await expectAccessible(page);
  // LC-7: the client reads that the whole is still asked for.
  await asClient(page);
  await expect(page.locator('.request-sub')).toHaveText('Remboursement immédiat demandé');
  await expect(page.getByRole('link', { name: 'Parler à un conseiller' })).toBeVisible();
  await expectAccessible(page);
});
