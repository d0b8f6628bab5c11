import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import { HOME, newAtCounter, PHONE, toastOf } from './counter.ts';
import { atDesk, LOAN } from './desk.ts';

/** A client adds documents to a loan request, and the back office reads them (LC-20). */

interface Chosen {
  readonly name: string;
  readonly buffer: Buffer;
}

const PDF = {
  name: 'Bulletin de paie.pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
};
const HTML = { name: 'faux.pdf', buffer: Buffer.from('<!doctype html>') };
const LARGE = {
  name: 'scan.pdf',
  buffer: Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.4\n'),
};
const CUT_OFF = { name: 'coupé.pdf', buffer: Buffer.from('%PDF-1.4\nrien') };

const loanPage = (id: string) => `${HOME}?section=loans&loan=${id}`;

/** Chooses files as a person does, from a folder: handed over in a call, megabytes took seconds of the browser's time. */
async function choose(page: Page, files: readonly Chosen[]) {
  const paths = files.map(({ name, buffer }) => {
    const path = test.info().outputPath(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, buffer);
    return path;
  });
  await page.getByLabel('Nature de la pièce').selectOption('Justificatif de revenus');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Déposer une pièce' }).press('Enter');
  await (await chooser).setFiles(paths);
}

test('documents are added and taken back by the client, and opened by the back office', async ({
  page,
  browser,
  bank,
}) => {
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await page.goto(loanPage(loan.id));
  await expect(page.getByRole('heading', { name: 'Justificatifs' })).toBeVisible();
  await expectAccessible(page);

  const desk = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await atDesk(desk, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`);
  await expect(desk.getByText("Le client n'a ajouté aucun document.")).toBeVisible();

  await choose(page, [PDF, HTML, LARGE, CUT_OFF]);
  const list = page.getByRole('list', { name: 'Justificatifs' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Bulletin de paie.pdf');
  const refused = page.getByRole('alert').filter({ hasText: "n'ont pas été ajoutés" });
  await expect(refused).toContainText("Ce fichier n'est ni un PDF ni une image JPEG ou PNG.");
  await expect(refused).toContainText(/Ce fichier dépasse 10\sMo\./);
  await expect(refused).toContainText('Ce fichier est incomplet ou endommagé.');
  await expectAccessible(page);

  // The open screen of the back office hears of it.
  const listed = desk.getByRole('list', { name: 'Documents ajoutés' });
  await expect(listed).toContainText('Bulletin de paie.pdf');
  await expect(desk.getByText("aucun antivirus n'est configuré")).toBeVisible();
  await expectAccessible(desk);
  const download = desk.waitForEvent('download');
  await listed.getByRole('button', { name: 'Télécharger Bulletin de paie.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Bulletin de paie.pdf');

  // Who opens a document before the rest of the file has loaded keeps the dialog, and what they typed in it.
  const held = Promise.withResolvers<void>();
  await desk.route('**/api/admin/loans/*/file', async (route) => {
    await held.promise;
    await route.continue();
  });
  await desk.reload();
  await listed.getByRole('button', { name: 'Vérifier Bulletin de paie.pdf' }).click();
  const review = desk.getByRole('dialog');
  await review.getByText('est la bonne').click();
  await review.getByLabel('Nom du titulaire').fill('Camille Dossier');
  held.resolve();
  await expect(desk.getByText('Chiffres de la fiche')).toBeAttached();
  await expect(review.getByLabel('Nom du titulaire')).toHaveValue('Camille Dossier');
  await review.getByRole('button', { name: 'Annuler' }).click();

  await list.getByRole('button', { name: 'Retirer Bulletin de paie.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: /Retirer ce document/ });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Retirer' }).click();
  await expect(toastOf(page, 'Document retiré')).toBeVisible();
  await expect(list).toHaveCount(0);
  await expect(desk.getByText("Le client n'a ajouté aucun document.")).toBeVisible();
  await desk.context().close();
});

test('an upload shows how far it is and can be stopped; nothing of it stays', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.setViewportSize(PHONE);
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await page.goto(loanPage(loan.id));
  await page.getByRole('button', { name: 'Déposer une pièce' }).waitFor();
  // The answer never comes: the upload is under way until it is stopped.
  await page.route('**/api/loans/*/documents', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await choose(page, [PDF]);
  await expect(page.getByRole('status').filter({ hasText: 'Envoi de' })).toContainText(
    'Bulletin de paie.pdf',
  );
  await expect(page.getByRole('progressbar', { name: "Avancement de l'envoi" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: "Arrêter l'envoi" }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Déposer une pièce' })).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { documents } = await (await client.api.get(`/api/loans/${loan.id}/documents`)).json();
  expect(documents).toEqual([]);
});

test('Q-30 documents are chosen and verified or refused together, with what became of each', {
  tag: '@whole',
}, async ({ page, browser, bank }) => {
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await page.goto(loanPage(loan.id));
  const other = Buffer.from('%PDF-1.4\n%2\n%%EOF\n');
  await choose(page, [PDF, { ...PDF, name: 'Quittance.pdf', buffer: other }]);
  const list = page.getByRole('list', { name: 'Justificatifs' });
  await expect(list.getByRole('listitem')).toHaveCount(2);

  const desk = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await atDesk(desk, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`);
  const listed = desk.getByRole('list', { name: 'Documents ajoutés' });
  // By keyboard: all, then what to do with them. A group of two requests in the list has a box of the same name.
  const all = desk.locator('.file-choice').getByRole('checkbox', { name: 'Tout sélectionner : 2 lignes' });
  await all.focus();
  await all.press('Space');
  await expect(desk.getByText('2 pièces')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Vérifier la sélection' }).press('Enter');
  const verify = desk.getByRole('dialog', { name: 'Vérifier ces pièces' });
  // Nothing is sent while a day is missing.
  await verify.getByRole('button', { name: 'Enregistrer' }).press('Enter');
  await expect(verify.locator('.form-summary')).toBeFocused();
  await expectAccessible(desk);
  for (const name of ['Bulletin de paie.pdf', 'Quittance.pdf'])
    await verify.getByRole('group', { name }).getByLabel('Émise le').fill('2026-11-02');
  await verify.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(desk, 'Vérifier ces pièces')).toBeVisible();
  await expect(listed.getByText(/Vérifiée/)).toHaveCount(2);

  await desk.getByRole('checkbox', { name: 'Sélectionner : Quittance.pdf' }).check();
  await desk.getByRole('button', { name: 'Refuser la sélection' }).click();
  const refuse = desk.getByRole('dialog', { name: 'Refuser ces pièces' });
  // Closed unsent, the document stays chosen.
  await desk.keyboard.press('Escape');
  await expect(refuse).toHaveCount(0);
  await expect(desk.getByText('1 pièce', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Refuser la sélection' }).click();
  await refuse.getByLabel('Motif').selectOption("Elle n'est pas lisible.");
  await expectAccessible(desk);
  await refuse.getByRole('button', { name: 'Refuser ces pièces' }).click();
  await expect(listed.getByText("Elle n'est pas lisible.")).toHaveCount(1);
  await desk.context().close();
});
