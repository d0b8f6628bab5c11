import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, PASSWORD, PHONE, toastOf } from './counter.ts';
import { atDesk, LOAN, newClient, rowOf, words } from './desk.ts';

/** The contract's path on the screens: an offer is issued, read and accepted, the lender agrees, the client withdraws. */

test('LC-42 to LC-54: an offer is read and accepted, agreed to, and the client withdraws from the contract', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const loanPage = `${HOME}?section=loans&loan=${loan.id}`;

  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  await rowOf(page, client).locator('[data-row-link]').click();
  await page.getByRole('button', { name: 'Approuver', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  // LC-2: the last button approves and pays out, whatever stands before it.
  await expect(dialog.getByRole('button').last()).toHaveText(words('Approuver et verser 10 000,00 €'));
  await dialog.getByRole('button', { name: "Émettre l'offre de contrat" }).click();
  await expect(toastOf(page, 'Offre de contrat émise')).toBeVisible();

  await page.context().clearCookies();
  await page.setViewportSize(PHONE);
  await atCounter(page, client, loanPage);
  const accept = page.getByRole('button', { name: "Accepter l'offre et m'engager à rembourser" });
  await expect(accept).toBeDisabled();
  const papers = page.locator('.contract-paper');
  await expect(papers).toHaveCount(5);
  for (const paper of await papers.all()) {
    const [file] = await Promise.all([page.waitForEvent('download'), paper.getByRole('button').click()]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await expect(paper.locator('.contract-paper-opened')).toBeVisible();
  }
  // LC-43, LC-44: nothing is ticked or chosen in advance.
  const statements = page.getByRole('checkbox');
  await expect(statements).toHaveCount(3);
  for (const statement of await statements.all()) {
    await expect(statement).not.toBeChecked();
    await statement.check();
  }
  await page.locator('[name=dueDay]').selectOption('5');
  await expect(accept).toBeDisabled();
  await page.getByRole('radio', { name: /^Dès le/ }).check();
  await expectAccessible(page);
  await accept.click();
  // LC-47: however fresh the sign-in is, the acceptance is confirmed.
  await dialog.locator('[name=proof]').fill(PASSWORD);
  await expectAccessible(page);
  await dialog.locator('[type=submit]').click();
  await expect(page.getByText(/^Vous avez accepté le/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Renoncer au contrat ici' })).toBeVisible();

  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 800 });
  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  await rowOf(page, client).locator('[data-row-link]').click();
  await page.getByRole('button', { name: "Donner l'agrément" }).click();
  await expect(page.getByRole('button', { name: "Donner l'agrément" })).toHaveCount(0);

  await page.context().clearCookies();
  await atCounter(page, client, loanPage);
  await expect(page.getByText(/Votre crédit est accordé\. Versement le/)).toBeVisible();
  await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click();
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
