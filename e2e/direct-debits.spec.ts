import { CLIENT, expect, expectAccessible, nextNetworkAddress, test } from './bank.ts';
import { atCounter, HOME, lendTo, PASSWORD, toastOf } from './counter.ts';
import { atDesk, newClient, words } from './desk.ts';

/** Direct debits of a loan's instalments (PAY-68 to PAY-73), from the signature to what comes back. */

const OUTSIDE = 'DE89370400440532013000';

test('PAY-68 a client reads and signs a mandate for an account at another bank, and revokes it', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const loanId = await lendTo(bank, client);
  await atCounter(page, client, `${HOME}?section=loans&loan=${loanId}`);
  await page.getByRole('button', { name: 'Prélever un autre compte' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=iban]').fill('DE89370400440532013001');
  await dialog.locator('[name=bankName]').fill('Bank Beispiel');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  // A mandate needs an IBAN that holds: here the remark beside the field keeps it from being sent.
  await expect(dialog.locator('[name=iban]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.locator('[name=iban]').fill(OUTSIDE);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  const mandate = page.getByRole('dialog', { name: 'Mandat de prélèvement SEPA' });
  await expect(mandate).toContainText('DE89 3704 0044 0532 0130 00');
  await expect(mandate).toContainText('FR76ZZZ000000');
  await expect(mandate).toContainText('huit semaines');
  await expectAccessible(page);
  await mandate.getByRole('button', { name: 'Signer le mandat' }).click();
  await page.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Mandat signé')).toBeVisible();
  const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Prélèvement' }) });
  await expect(card).toContainText('Actif');
  await expect(card).toContainText('Prochaine échéance le');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Révoquer le mandat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect(toastOf(page, 'Mandat révoqué')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Prélever un autre compte' })).toBeVisible();
});

test('PAY-70, PAY-71 an announced direct debit is put into a file, comes back, and its client is told', {
  tag: '@whole',
}, async ({ page, browser, bank }) => {
  await atDesk(page, bank);
  await page.locator('.overview-waiting').getByRole('link', { name: 'Prélèvements à transmettre' }).click();
  await expect(page.getByRole('heading', { name: 'À transmettre' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Faire le fichier, / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Faire le fichier' }).click();
  await expect(toastOf(page, 'Fichier prêt')).toBeVisible();
  const panel = page.locator('.desk-panel');
  await expect(panel).toContainText('Hugo Martel');
  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Télécharger' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^SDD-\d{8}-\w{8}\.xml$/);
  await expectAccessible(page);
  await panel.getByRole('button', { name: /^Noter un rejet/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejet du prélèvement de Hugo Martel' });
  await dialog.getByLabel('Code de la banque').selectOption('MD06');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Noter un rejet' }).click();
  await expect(toastOf(page, 'Rejet noté')).toBeVisible();

  await page.getByRole('link', { name: 'Retours' }).click();
  const row = page.locator('[data-row]').filter({ hasText: 'MD06' });
  await expect(row).toContainText('appelez le client');
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Mandat' }).click();
  await expect(panel).toContainText('Client à appeler');
  await expectAccessible(page);
  // A colleague who calls says so: the mandate leaves the list of those to call, and stays suspended.
  await panel.getByRole('button', { name: "Noter l'appel" }).click();
  const calling = page.getByRole('dialog', { name: 'Appel à Hugo Martel' });
  await calling.getByRole('button', { name: "Noter l'appel" }).click();
  await expect(calling.locator('[name=note]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await calling.locator('[name=note]').fill('Il règle par virement.');
  await calling.getByRole('button', { name: "Noter l'appel" }).click();
  await expect(toastOf(page, 'Appel noté')).toBeVisible();
  await expect(panel).not.toContainText('Client à appeler');
  await expect(panel).toContainText('Il règle par virement.');
  await expect(panel).toContainText('Suspendu');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Reprendre' }).click();
  await page.getByRole('dialog').locator('[name=reason]').fill('Joint au téléphone.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click();
  await expect(toastOf(page, 'Mandat repris')).toBeVisible();
  await expect(panel).toContainText('Actif');

  // The client reads what became of it.
  const own = await browser.newContext({ baseURL: bank.url, extraHTTPHeaders: nextNetworkAddress() });
  const answer = await own.request.post(`${bank.url}/api/session`, {
    data: { email: 'hugo.martel@guichet.example', password: CLIENT.password },
    headers: { origin: bank.url },
  });
  expect(answer.status()).toBe(200);
  const { loans } = await (await own.request.get('/api/loans')).json();
  const { id } = loans.find(({ purpose }: { purpose: string }) => purpose === 'Vélo électrique');
  const clients = await own.newPage();
  await clients.goto(`${HOME}?section=loans&loan=${id}`);
  const card = clients
    .locator('.card')
    .filter({ has: clients.getByRole('heading', { name: 'Prélèvement' }) });
  await expect(card).toContainText('vous en avez demandé le remboursement à votre banque');
  await expect(card).toContainText('Seconde présentation');
  await expectAccessible(clients);
  await clients.getByRole('button', { name: /^Notifications/ }).click();
  await expect(clients.getByText(words("n'a pas abouti")).first()).toBeVisible();
  await own.close();
});
