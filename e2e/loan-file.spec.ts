import { expect, expectAccessible, test } from './bank.ts';
import { HOME, newAtCounter, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, LOAN, newClient } from './desk.ts';

/** The file of a request: the client fills in and certifies their sheet, the back office studies it (LC-16 to LC-27). */

const COMPLIANCE = { email: 'conformite@guichet.example', password: 'Guichet-conformite-2026' };
const loanPage = (id: string) => `${HOME}?section=loans&loan=${id}`;
const WHOLE_SHEET = {
  maritalStatus: 'single',
  dependants: 0,
  housing: 'tenant',
  employment: 'permanent',
  employedSince: '2021-04',
  resources: {
    salaryMinor: 2_000_00,
    pensionMinor: 0,
    allocationsMinor: 0,
    rentsMinor: 0,
    alimonyReceivedMinor: 0,
    otherMinor: 0,
    otherLabel: '',
  },
  charges: {
    rentOrHousingLoanMinor: 600_00,
    alimonyPaidMinor: 0,
    taxesMinor: 0,
    otherMinor: 0,
    otherLabel: '',
  },
  currentLoans: [],
  hasNoCurrentLoan: true,
  repaysDebts: false,
};

test('LC-16, LC-18: a client fills in their sheet, reads it and certifies it', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.setViewportSize(PHONE);
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await page.goto(loanPage(loan.id));
  await expect(page.getByText('Votre demande attend son examen.')).toBeVisible();
  await page.getByRole('link', { name: 'Compléter ma fiche' }).click();
  await expect(page.getByRole('heading', { name: 'Fiche de dialogue – revenus et charges' })).toBeVisible();
  // Nothing is chosen or ticked in advance.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Enregistrer et relire' }).click();
  await expect(page.locator('.form-summary')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Situation familiale').selectOption('Pacsé');
  await page.getByLabel('Personnes à charge').fill('1');
  await page.getByLabel('Logement').selectOption('Locataire');
  await page.getByLabel('Emploi').selectOption('CDI');
  await page.getByLabel('Depuis').fill('09/2019');
  await page.getByLabel('Salaire net').fill('2418,50');
  await page.getByLabel('Loyer ou crédit immobilier').fill('780');
  await page.getByRole('button', { name: 'Ajouter un prêt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Un prêt en cours' });
  await dialog.getByLabel('Nature du prêt').selectOption('Crédit affecté');
  await dialog.getByLabel('Prêteur').fill('Banque Exemple');
  await dialog.getByLabel('Mensualité').fill('210');
  await dialog.getByLabel('Capital restant dû').fill('4300');
  await dialog.getByLabel('Dernière échéance').fill('07/2028');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ajouter ce prêt' }).click();
  await expect(page.getByText('Crédit affecté – Banque Exemple')).toBeVisible();
  await page.getByText('Non', { exact: true }).click();
  // What is typed outlives a reload.
  await page.reload();
  await expect(page.getByLabel('Salaire net')).toHaveValue('2418,50');
  // LC-24: a loan that repays debts asks which: at least two, one of them a running credit.
  const tooFew = page.getByText('Indiquez au moins deux dettes');
  await expect(tooFew).toBeHidden();
  await page.getByText('Oui', { exact: true }).click();
  await page.getByRole('checkbox', { name: /Crédit affecté – Banque Exemple/ }).check();
  await expect(tooFew).toBeVisible();
  await page.getByRole('button', { name: 'Ajouter une dette' }).click();
  const debt = page.getByRole('dialog', { name: 'Une dette à rembourser' });
  await debt.getByLabel('Nature de la dette').selectOption('Impôt');
  await debt.getByLabel('Montant').fill('640');
  await debt.getByLabel('À payer le').fill('2027-01-15');
  await expectAccessible(page);
  await debt.getByRole('button', { name: 'Ajouter cette dette' }).click();
  await expect(tooFew).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enregistrer et relire' }).click();
  await expect(page.getByText('remboursé par ce prêt')).toBeVisible();
  await expect(page.getByText(/^640,00\s€, à payer le/)).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Relisez, puis certifiez' })).toBeVisible();
  const certified = page.getByLabel(/Je certifie sur l'honneur/);
  await expect(certified).not.toBeChecked();
  await page.getByRole('button', { name: 'Certifier ma fiche' }).click();
  await expect(page.getByText('Cochez cette case pour certifier la fiche.')).toBeVisible();
  await expectAccessible(page);
  await certified.check();
  await page.getByRole('button', { name: 'Certifier ma fiche' }).click();
  await expect(toastOf(page, 'Fiche certifiée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Modifier ma fiche' })).toBeVisible();
  // LC-23: what the instalment leaves to live on.
  await expect(page.getByRole('heading', { name: 'Ce prêt et votre budget' })).toBeVisible();
  await expectAccessible(page);
});

test('LC-20, LC-21, LC-27: the back office asks, verifies and consults; the client cancels', {
  tag: '@whole',
}, async ({ page, browser, bank }) => {
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const saved = await client.api.put(`/api/loans/${loan.id}/dialogue-sheet`, {
    data: { content: WHOLE_SHEET },
  });
  const { sheet } = (await saved.json()) as { sheet: { version: number; sha256: string } };
  await client.post(`/loans/${loan.id}/dialogue-sheet/confirmation`, {
    version: sheet.version,
    sha256: sheet.sha256,
    isCertified: true,
  });
  await page.goto(loanPage(loan.id));
  await page.getByLabel('Nature de la pièce').selectOption('Justificatif de revenus');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Déposer une pièce' }).click();
  await (await chooser).setFiles({
    name: 'Bulletin.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await expect(page.getByRole('list', { name: 'Justificatifs' })).toContainText('Reçue, à vérifier');

  const desk = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await atDesk(desk, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`);
  await expect(desk.getByText('En production, il manquerait')).toBeVisible();
  await desk.getByRole('button', { name: 'Vérifier Bulletin.pdf' }).click();
  const review = desk.getByRole('dialog', { name: 'Vérifier cette pièce' });
  await review.getByText("n'est pas acceptée").click();
  await review.getByLabel('Motif').selectOption("Elle n'est pas lisible.");
  await expectAccessible(desk);
  await review.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('list', { name: 'Justificatifs' })).toContainText("Elle n'est pas lisible.");

  await desk.getByRole('button', { name: 'Consulter le FICP' }).click();
  const consult = desk.getByRole('dialog', { name: 'Consulter le FICP' });
  await consult.getByLabel('Clé de recherche').fill('280290FICTI');
  await consult.getByLabel('Référence Banque de France').fill('BDF-1');
  await consult.getByText('Aucune inscription').click();
  await expectAccessible(desk);
  await consult.getByRole('button', { name: 'Enregistrer la consultation' }).click();
  await expect(desk.getByText(/Consulté le .* – Simulation/)).toBeVisible();

  await desk.getByRole('button', { name: 'Demander des pièces' }).click();
  const ask = desk.getByRole('dialog', { name: 'Demander des pièces' });
  await expectAccessible(desk);
  await ask.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(page.getByText("Votre demande est en cours d'examen.")).toBeVisible();
  await expect(page.getByText('Demandée, à déposer').first()).toBeVisible();
  await desk.context().close();

  await page.getByRole('button', { name: 'Annuler ma demande' }).click();
  const cancel = page.getByRole('dialog', { name: /Annuler cette demande/ });
  await expectAccessible(page);
  await cancel.getByRole('button', { name: 'Annuler ma demande' }).click();
  await expect(toastOf(page, 'Demande annulée')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Annuler ma demande' })).toHaveCount(0);
});

test('LC-26: a refusal says that a person decided and where advice is free', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/decision`, {
    action: 'reject',
    reasonCode: 'insufficient-income',
  });
  await page.goto(loanPage(loan.id));
  await expect(page.getByText('Cette décision a été prise par une personne.')).toBeVisible();
  await expect(page.getByText('Les Points Conseil Budget vous conseillent gratuitement.')).toBeVisible();
  await expectAccessible(page);
});

test('STAFF-5: compliance opens what the FICP said with a reason, for this look alone', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/ficp-consultations`, {
    searchKey: '280290FICTI',
    reference: 'BDF-7',
    outcome: 'incident',
  });
  await atDesk(page, bank, `/admin-dashboard?tab=loans&loan=${loan.id}`, COMPLIANCE);
  await expect(page.getByText("La réponse n'est visible que des agents du dossier.")).toBeVisible();
  await page.getByRole('button', { name: 'Ouvrir la réponse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ouvrir la réponse du FICP' });
  await dialog.getByLabel("Motif de l'ouverture").fill('Trop court');
  await dialog.getByRole('button', { name: 'Ouvrir la réponse' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Motif de l'ouverture").fill('Contrôle annuel des dossiers inscrits');
  await dialog.getByRole('button', { name: 'Ouvrir la réponse' }).click();
  await expect(page.getByText('Incident de remboursement')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ouvrir la réponse' })).toBeVisible();
  await expect(page.getByText('Incident de remboursement')).toHaveCount(0);
});
