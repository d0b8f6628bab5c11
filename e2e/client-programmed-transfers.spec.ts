import { addDays, legalDay } from '#domain/time/days.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, PHONE, toastOf } from './counter.ts';
import { fund, GOOD_IBAN, newClient, words } from './desk.ts';

/** Later and regular transfers, and limits (PAY-44 to PAY-49, PAY-56 to PAY-58), as a client meets them. */

const TRANSFERS = `${HOME}?section=transfers`;
const NEW = `${TRANSFERS}&new=transfer`;
const inDays = (count: number) => addDays(legalDay(new Date()), count);

test('PAY-44 a regular transfer is programmed, paused, resumed, changed and deleted', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('250');
  await dialog.getByText('Une autre personne ou une entreprise').click();
  await dialog.locator('[name=recipientName]').fill('Zoé Renard');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByText('Plus tard', { exact: true }).click();
  // Nothing is held for a programmed transfer (PAY-44), and a fault names its field as the screen does.
  await expect(dialog).not.toContainText('La somme est réservée');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  const summary = dialog.getByRole('region', { name: 'Veuillez remplir tous les champs', exact: true });
  await expect(summary).toContainText('Date du virement');
  await dialog.getByText('Régulier', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(summary).toBeFocused();
  await dialog.locator('[name=firstDay]').fill(inDays(10));
  await dialog.locator('[name=end]').selectOption('times');
  await dialog.locator('[name=times]').fill('12');
  await expect(dialog.getByText('Prochains virements')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog).toContainText(words('Chaque mois, 12 fois'));
  await expect(dialog).toContainText("Rien n'est réservé");
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Programmer le virement' }).click();
  await expect(toastOf(page, 'Virement programmé')).toContainText('vers Zoé Renard');
  const row = page.getByRole('listitem').filter({ hasText: 'Chaque mois' });
  await expect(row).toContainText(words('250,00 €'));
  await expect(row).toContainText('Actif');

  await row.getByRole('button', { name: 'Suspendre' }).click();
  const pausing = page.getByRole('dialog', { name: 'Suspendre le virement vers Zoé Renard' });
  await expectAccessible(page);
  // PAY-47: a pause that lies ahead can be withdrawn.
  await pausing.locator('[name=from]').fill(inDays(3));
  await pausing.getByRole('button', { name: 'Suspendre' }).click();
  await expect(row).toContainText('En pause à partir du');
  await expect(row.getByRole('button', { name: 'Suspendre' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Annuler la pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la pause' }).click();
  await expect(row).not.toContainText('En pause');

  await row.getByRole('button', { name: 'Suspendre' }).click();
  await pausing.getByRole('button', { name: 'Suspendre' }).click();
  await expect(row).toContainText('En pause');
  await row.getByRole('button', { name: 'Reprendre' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click();
  await expect(row).toContainText('Actif');

  await row.getByRole('button', { name: 'Modifier' }).click();
  const changing = page.getByRole('dialog', { name: 'Modifier le virement programmé' });
  await expect(changing.locator('[name=times]')).toHaveValue('12');
  await changing.locator('[name=amount]').fill('300');
  await changing.getByRole('button', { name: 'Continuer' }).click();
  await changing.getByRole('button', { name: 'Programmer le virement' }).click();
  await expect(row).toContainText(words('300,00 €'));

  await row.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(row).toContainText('Terminé');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('PAY-44 a transfer of a later day holds nothing; PAY-58 limits are lowered at once and raised later; PAY-56 refuse what is beyond', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await page.setViewportSize(PHONE);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('50');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByText('Plus tard', { exact: true }).click();
  await dialog.locator('[name=firstDay]').fill(inDays(5));
  await expect(dialog.getByText('Le virement part le')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Programmer le virement' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Une seule fois' })).toBeVisible();

  const limits = page.locator('section.card', { hasText: 'Plafonds de virement' });
  await limits.getByRole('button', { name: 'Baisser' }).click();
  const lowering = page.getByRole('dialog', { name: 'Baisser mes plafonds' });
  await lowering.locator('[name=day]').fill('800');
  await expectAccessible(page);
  await lowering.getByRole('button', { name: 'Baisser' }).click();
  await expect(limits).toContainText(words("Vous pouvez encore envoyer 800,00 € aujourd'hui."));
  await limits.getByRole('button', { name: 'Demander une hausse' }).click();
  const raising = page.getByRole('dialog', { name: 'Demander une hausse' });
  await raising.locator('[name=day]').fill('900');
  await raising.getByRole('button', { name: 'Demander une hausse' }).click();
  await expect(limits).toContainText('Hausse demandée, effective le');
  await expect(limits).toContainText(words('800,00 €'));
  await expectAccessible(page);
  await limits.getByRole('button', { name: "Ce n'est pas vous\u00a0? Annuler" }).click();
  await expect(limits.getByText('Hausse demandée, effective le')).toHaveCount(0);

  // PAY-56: beyond a limit a transfer is refused with what is left, and the amount is there to be changed.
  await page.goto(NEW);
  await dialog.locator('[name=amount]').fill('850');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Plafond dépassé')).toContainText(
    words('votre plafond du jour. Il vous reste 800,00 €'),
  );
  await expect(dialog.locator('[name=amount]')).toBeFocused();
});
