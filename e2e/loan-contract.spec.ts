import { confirmationSubject } from '../domain/sessions/confirmation.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, lendTo, PASSWORD, PHONE, toastOf } from './counter.ts';
import { colleague, type DeskClient, fund, LOAN, newClient } from './desk.ts';

/** The right to withdraw from a contract, on the screens. How one is concluded, paid out and repaid: days-later.both.spec.ts. */

/** Accepts an offer as the screen does, every paper read (LC-42 to LC-47). */
async function accept({ api, post }: DeskClient, id: string): Promise<void> {
  const { offer, papers } = await (await api.get(`/api/loans/${id}/offer`)).json();
  for (const paper of papers)
    expect((await api.get(`/api/loans/${id}/papers/${paper.id}`)).status()).toBe(200);
  const { amountMinor, annualRateBps, durationMonths, setHash } = offer;
  const statements = { hasReceivedPapers: true, keepsCopyWithSlip: true, acceptsOffer: true };
  const acceptance = {
    ...{ amountMinor, annualRateBps, durationMonths, setHash },
    ...{ ...statements, dueDay: 5, payoutChoice: 'earliest' },
  };
  const { token } = await post('/session/confirmation', {
    operation: 'loans.accept',
    subject: confirmationSubject('loans.accept', { id, ...acceptance }),
    currentPassword: PASSWORD,
  });
  const answer = await api.post(`/api/loans/${id}/offer/acceptance`, {
    data: acceptance,
    headers: { 'x-confirmation': String(token), 'idempotency-key': `accept-${id}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('LC-49, LC-54 to LC-57: a contract that was agreed to is withdrawn from, and no list says so', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/offer`, { seenPhase: 'submitted' });
  await accept(client, loan.id);
  await desk.post(`/admin/loans/${loan.id}/agreement`, { action: 'agree', seenPhase: 'accepted' });

  await page.setViewportSize(PHONE);
  await atCounter(page, client, `${HOME}?section=loans&loan=${loan.id}`);
  await expect(page.getByText(/Votre crédit est accordé\. Versement le/)).toBeVisible();
  await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(client.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(page.getByRole('button', { name: 'Renoncer au contrat ici' })).toHaveCount(0);
  // LC-56: a list says that it is over, not why.
  await page.goto(`${HOME}?section=loans`);
  await expect(page.locator('.request').filter({ hasText: LOAN.purpose })).toContainText('Clos');
});

test('LC-54: the public page declares a withdrawal in two steps, without signing in', async ({ page }) => {
  await page.goto('/retractation');
  await page.locator('[name=name]').fill('Rose Essai');
  await page.locator('[name=reference]').fill('CTR-20261201-ABCDEFGH');
  await page.locator('[name=email]').fill('rose@example.test');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(page.getByText('Votre déclaration est reçue')).toBeVisible();
  await expectAccessible(page);
});

test('LC-57, LC-58: the sum of a contract that was withdrawn from is returned after one more question', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_00);
  const id = await lendTo(bank, client);
  await atCounter(page, client, `${HOME}?section=loans&loan=${id}`);
  await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await page.getByRole('button', { name: 'Rendre la somme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rendre la somme' });
  await expect(dialog).toContainText('À rendre');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rendre la somme' }).click();
  await expect(toastOf(page, 'Somme rendue')).toBeVisible();
});
