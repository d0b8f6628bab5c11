import { camt053, type MadeStatement } from '../server/testing/bank-files.ts';
import { nextIban } from '../server/testing/next-iban.ts';
import { expect, expectAccessibleEverywhere, type RunningBank, test } from './bank.ts';
import { atDesk, colleague, words } from './desk.ts';

/** « Relevés »: the files of our banks, by button and by drag, and what becomes of their statements (PAY-17 to PAY-25). */

const STATEMENTS = '/admin-dashboard?tab=statements';

/** An account of the house in a currency that the demonstration has no money in, kept by its statements from zero on. */
async function keptAccount(bank: RunningBank): Promise<string> {
  const desk = await colleague(bank);
  const iban = nextIban();
  const { account } = (await desk.post('/admin/bank-accounts', {
    iban,
    bankName: 'Banque du Marais',
    currency: 'SEK',
  })) as unknown as { account: { id: string } };
  const path = `/admin/bank-accounts/${account.id}/adoption`;
  await desk.post(path, { openingMinor: 0, day: '2026-11-30' });
  return iban;
}

const file = (name: string, content: Uint8Array) => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from(content),
});

test('statements are imported, refused with their sentence, wait, and are compared side by side', async ({
  page,
  bank,
}) => {
  const account = await keptAccount(bank);
  const of = (more: Pick<MadeStatement, 'id' | 'day' | 'openingMinor' | 'entries'>): MadeStatement => ({
    ...more,
    account,
    currency: 'SEK',
  });
  const first = of({ id: 'R1', day: '2026-12-01', openingMinor: 0, entries: [{ amountMinor: 535_12 }] });
  const third = of({ id: 'R3', day: '2026-12-03', openingMinor: 700_00, entries: [] });
  await atDesk(page, bank, STATEMENTS);
  const field = page.locator('input[name=bankFiles]');
  await field.setInputFiles([
    file('releve-1.xml', camt053([first], account)),
    file('releve-3.xml', camt053([third], account)),
    file('tableau.xml', new TextEncoder().encode(`date;montant;${account}`)),
  ]);
  await expect(page.getByText('2 fichiers importés')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText("Le fichier n'est pas lisible jusqu'au bout.");
  const row = (name: string) => page.locator('tr', { hasText: name }).first();
  await expect(row('releve-1.xml')).toContainText('Comptabilisé');
  await expect(row('releve-3.xml')).toContainText('En attente du relevé précédent');
  await expect(row('tableau.xml')).toContainText('Fichier incomplet ou abîmé');

  // The same bytes again, dropped on the field.
  const content = Buffer.from(camt053([first], account)).toString('base64');
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'encore.xml', { type: 'application/xml' }));
    return transfer;
  }, content);
  await page.locator('.bank-file-drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText(words('Ce fichier a déjà été importé le'))).toBeVisible();

  const other = of({ ...first, entries: [{ amountMinor: 536_12 }] });
  await field.setInputFiles(file('releve-1-bis.xml', camt053([other], `${account}-2`)));
  await row('releve-1-bis.xml').getByRole('link', { name: 'Relevé R1' }).press('Enter');
  const panel = page.getByRole('region', { name: 'R1' });
  // By keyboard the way goes on in the panel that opened, not at the top of the page.
  await expect(panel.getByRole('heading', { name: 'R1', exact: true })).toBeFocused();
  await expect(panel).toContainText('Un autre relevé a la même référence');
  await expect(panel.getByRole('heading', { name: 'Les deux relevés' })).toBeVisible();
  await expect(panel.getByText('Seulement ici')).toHaveCount(2);
  await expectAccessibleEverywhere(page);

  await row('releve-3.xml').getByRole('link', { name: 'Relevé R3' }).click();
  const waiting = page.getByRole('region', { name: 'R3' });
  await waiting.getByRole('button', { name: 'Comptabiliser quand même' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Appliquer' }).click();
  await expect(waiting).toContainText('Comptabilisé');
  await expect(waiting.getByRole('button', { name: 'Comptabiliser quand même' })).toHaveCount(0);
});
