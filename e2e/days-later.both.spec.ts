import type { Page } from '@playwright/test';
import { collectionDayOf } from '../domain/loans/collection-day.ts';
import { DUE_DAYS } from '../domain/loans/first-period.ts';
import { addDays, legalDay } from '../domain/time/days.ts';
import { withOrdinalFirst } from '../domain/time/french-day.ts';
import {
  ADMINISTRATOR,
  expect,
  expectAccessible,
  isAlive,
  nextNetworkAddress,
  test,
  watchConsole,
} from './bank.ts';
import { atCounter, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, type DeskClient, fund, GOOD_IBAN, newClient, PASSWORD, words } from './desk.ts';
import { type OwnBank, startOwnBank } from './own-bank.ts';

/**
 * A bank whose operator moves its day on: a contract is signed, agreed to, paid out and repaid by three instalments, and another client misses
 * instalments meanwhile.
 */

const SECOND_PERSON = { email: 'collegue@guichet.example', password: 'une-seconde-personne-2026' };
const DESKTOP = { width: 1280, height: 800 };
/** How far a story moves the bank on when it runs without those before it: the other client is then 44 to 47 days late. */
const DAYS_ALONE = 75;

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
  // LC-25: who issues an offer does not agree to it where there is somebody else.
  await own.whileStopped(
    ['create-administrator', SECOND_PERSON.email, 'Anne Roy', '--because', 'Deux personnes pour un agrément'],
    `${SECOND_PERSON.password}\n`,
  );
});

test.afterAll(() => own.end());

/** Moves the bank on where no story before has: each of these can be run alone. */
async function haveMovedOn(): Promise<void> {
  // These days of jobs come before the first page.
  test.slow();
  if (own.days === 0) await own.advance(DAYS_ALONE);
}

/** The page as a client's telephone, signed in, at their loan. */
async function asClient(page: Page, { email }: DeskClient, id: string, section = `loans&loan=${id}`) {
  await page.context().clearCookies();
  await page.setViewportSize(PHONE);
  const answer = await page.request.post(`${own.bank.url}/api/session`, {
    data: { email, password: PASSWORD },
    headers: { origin: own.bank.url, ...nextNetworkAddress() },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${own.bank.url}/client-dashboard?section=${section}`);
}

/** The page as the screen of a member of the staff, at a loan. */
async function asStaff(page: Page, id: string, person = ADMINISTRATOR) {
  await page.context().clearCookies();
  await page.setViewportSize(DESKTOP);
  await atDesk(page, own.bank, `${own.bank.url}/admin-dashboard?tab=loans&loan=${id}`, person);
}

/** Reads from the API as the person who is signed in on the page. */
async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`${own.bank.url}/api${path}`);
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

const euros = (minor: number) =>
  words(
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })
      .format(minor / 100)
      .replace(/\s/g, ' '),
  );
const inWords = (day: string) =>
  words(
    withOrdinalFirst(
      new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
    ),
  );
/** The day of this bank. */
const today = () => addDays(legalDay(new Date()), own.days);
const daysUntil = (day: string) => Math.round((Date.parse(day) - Date.parse(today())) / 86_400_000);

/** The client asks for a loan on the screen and brings what its file needs (LC-16 to LC-20, LC-29). @returns the id of the request. */
async function askAndFill(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Demander un prêt' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=amount]').fill('10 000');
  await dialog.locator('[name=purpose]').fill('Rénover la cuisine');
  await dialog.locator('[name=duration]').selectOption('36');
  await dialog.locator('[name=monthlyIncome]').fill('2 400');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée')).toBeVisible();
  const { loans } = await read<{ loans: { id: string }[] }>(page, '/loans');
  const id = loans[0]?.id ?? '';
  await page.goto(`${own.bank.url}/client-dashboard?section=loans&loan=${id}`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(toastOf(page, "C'est noté.")).toBeVisible();
  const kinds = page.getByLabel('Nature de la pièce');
  for (const kind of ['identité', 'revenus', 'domicile']) {
    await kinds.selectOption({ label: kind === 'identité' ? "Pièce d'identité" : `Justificatif de ${kind}` });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Déposer une pièce' }).click();
    await (await chooser).setFiles({
      name: `${kind}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    });
    await expect(page.getByRole('list', { name: 'Justificatifs' })).toContainText(`${kind}.pdf`);
  }
  await page.getByRole('link', { name: 'Compléter ma fiche' }).click();
  await page.getByLabel('Situation familiale').selectOption('Célibataire');
  await page.getByLabel('Personnes à charge').fill('0');
  await page.getByLabel('Logement').selectOption('Locataire');
  await page.getByLabel('Emploi').selectOption('CDI');
  await page.getByLabel('Depuis').fill('09/2019');
  await page.getByLabel('Salaire net').fill('2400');
  await page.getByLabel('Loyer ou crédit immobilier').fill('600');
  await page.getByLabel('Aucun prêt en cours').check();
  await page.getByText('Non', { exact: true }).click();
  await page.getByRole('button', { name: 'Enregistrer et relire' }).click();
  await page.getByLabel(/Je certifie sur l'honneur/).check();
  await page.getByRole('button', { name: 'Certifier ma fiche' }).click();
  await expect(toastOf(page, 'Fiche certifiée')).toBeVisible();
  return id;
}

/** The staff verifies the documents, consults the FICP and issues the offer (LC-20, LC-21, LC-25, LC-41). */
async function studyAndOffer(page: Page, client: DeskClient) {
  const dialog = page.getByRole('dialog');
  for (const name of ['identité', 'revenus', 'domicile']) {
    await page.getByRole('button', { name: `Vérifier ${name}.pdf` }).click();
    await dialog.getByText('est la bonne').click();
    await dialog.getByLabel('Nom du titulaire').fill(client.name);
    if (name === 'identité') await dialog.locator('[name=expiresOn]').fill(addDays(today(), 2_000));
    else await dialog.locator('[name=issuedOn]').fill(addDays(today(), -20));
    if (name === 'identité') await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Consulter le FICP' }).click();
  await dialog.getByLabel('Clé de recherche').fill('280290FICTI');
  await dialog.getByLabel('Référence Banque de France').fill('BDF-1');
  await dialog.getByText('Aucune inscription').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer la consultation' }).click();
  await expect(page.getByText('Le dossier est complet pour une offre.')).toBeVisible();
  await page.getByRole('button', { name: 'Approuver', exact: true }).first().click();
  // LC-2: the last button approves and pays out, whatever stands before it.
  await expect(dialog.getByRole('button').last()).toHaveText(words('Approuver et verser 10 000,00 €'));
  await dialog.getByRole('button', { name: "Émettre l'offre de contrat" }).click();
  await expect(toastOf(page, 'Offre de contrat émise')).toBeVisible();
}

/**
 * The first due day on or after this day. The three instalments then take 98 to 111 days on any day of the year, so that the other client is
 * 61 to 90 days late after them.
 */
const dueDaySoonAfter = (day: string) => DUE_DAYS.find((dueDay) => dueDay >= Number(day.slice(8)));

/** The client reads every paper and accepts, with a strong confirmation (LC-42 to LC-47). */
async function readAndAccept(page: Page) {
  const accept = page.getByRole('button', { name: "Accepter l'offre et m'engager à rembourser" });
  await expect(accept).toBeDisabled();
  const papers = page.locator('.contract-paper');
  await expect(papers).toHaveCount(6);
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
  await page.locator('[name=dueDay]').selectOption(String(dueDaySoonAfter(addDays(today(), 8))));
  await expect(accept).toBeDisabled();
  await page.getByRole('radio', { name: /^Dès le/ }).check();
  await expectAccessible(page);
  await accept.click();
  // LC-47: however fresh the sign-in is, the acceptance is confirmed.
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=proof]').fill(PASSWORD);
  await expectAccessible(page);
  await dialog.locator('[type=submit]').click();
  await expect(page.getByText(/^Vous avez accepté le/)).toBeVisible();
}

type Row = { dueDate: string; instalmentMinor: number; remainingMinor: number };

// The first story of a loan's life: from the request to the third instalment, with everybody who has a part in it.
test('LC-16 to LC-70: a contract is asked for, studied, offered, accepted, agreed to by another person, paid out and repaid by three instalments', async ({
  page,
}) => {
  const client = await newClient(own.bank);
  const [firstName, lastName] = client.name.split(' ');
  const address = { phone: '', address: '1 rue du Bois', city: 'Lyon', postalCode: '69001', profession: '' };
  const profile = await client.api.put('/api/profile', {
    data: { ...address, firstName, lastName, dateOfBirth: '1985-04-12' },
  });
  expect(profile.status(), await profile.text()).toBe(200);
  await asClient(page, client, '', 'loans');
  const id = await askAndFill(page);
  await asStaff(page, id);
  await studyAndOffer(page, client);
  await asClient(page, client, id);
  await readAndAccept(page);

  // LC-25, LC-49: another person agrees.
  await asStaff(page, id);
  await expect(page.getByText(words('Vous avez émis cette offre : une autre personne donne'))).toBeVisible();
  await expect(page.getByRole('button', { name: "Donner l'agrément" })).toHaveCount(0);
  await asStaff(page, id, SECOND_PERSON);
  await page.getByRole('button', { name: "Donner l'agrément" }).click();
  await expect(toastOf(page, 'Agrément donné')).toBeVisible();

  await asClient(page, client, id);
  const { contract } = await read<{ contract: { payoutDay: string; earliestPayoutDay: string } }>(
    page,
    `/loans/${id}/offer`,
  );
  await expect(page.getByText(/Votre crédit est accordé\. Versement le/)).toContainText(
    inWords(contract.payoutDay),
  );
  // LC-52, LC-53: on the eighth day, by the job of its morning.
  expect(contract.earliestPayoutDay).toBe(addDays(today(), 8));
  await own.advance(daysUntil(contract.payoutDay) + 1);
  await asClient(page, client, id);
  const { schedule } = await read<{ schedule: { rows: Row[] } }>(page, `/loans/${id}/schedule`);
  const [first, , third, fourth] = schedule.rows as [Row, Row, Row, Row];
  const standing = page.locator('.figure-row').first();
  await expect(standing).toContainText(euros(first.instalmentMinor));
  await expect(standing).toContainText(euros(10_000_00));
  await expect(page.getByRole('button', { name: 'Renoncer au contrat ici' })).toBeVisible();

  await own.advance(daysUntil(collectionDayOf(third.dueDate)) + 1);
  await asClient(page, client, id);
  await expect(standing).toContainText(euros(fourth.instalmentMinor));
  await expect(standing).toContainText(inWords(fourth.dueDate));
  await expect(standing).toContainText(euros(third.remainingMinor));
  await expect(standing).toContainText(euros(10_000_00 - third.remainingMinor));
  await expectAccessible(page);
  const { notifications } = await read<{ notifications: { kind: string }[] }>(page, '/notifications');
  const told = notifications.map(({ kind }) => kind);
  for (const kind of ['loan-paid-out', 'loan-instalment-announced']) expect(told).toContain(kind);
  await page.goto(`${own.bank.url}/client-dashboard?section=transactions`);
  await expect(page.getByText('Échéance de prêt')).toHaveCount(3);

  await asStaff(page, id);
  const panel = page.locator('.desk-panel-part').filter({ hasText: 'Capital restant' }).first();
  await expect(panel).toContainText(euros(third.remainingMinor));
  await expect(panel).toContainText(euros(fourth.instalmentMinor));
});

test('the ribbon names the day, and days on the screens are those of the bank', { tag: '@whole' }, async ({
  page,
}) => {
  await haveMovedOn();
  const { bank } = own;
  const day = today();
  const sentence = new RegExp(`La journée de la démonstration est le ${inWords(day).source}\\.`);
  const complaints = watchConsole(page);
  for (const path of ['/', '/courrier-de-demonstration']) {
    await page.goto(bank.url + path);
    await isAlive(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
  await page.goto(`${bank.url}/admin-login`);
  await page.locator('input[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('input[name=password]').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  // The sign-in page shows the sentence too.
  await expect(page).toHaveURL(/admin-dashboard/);
  await expect(page.getByText(sentence).filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page);
  // A request that has waited since before the move is older by as much.
  await page.goto(`${bank.url}/admin-dashboard?tab=loans`);
  await expect(page.getByText(/il y a [2-4] mois/).first()).toBeVisible();
  await page.goto(`${bank.url}/admin-dashboard?tab=rates`);
  await page
    .getByRole('button', { name: /^Modifier/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('input[name=asOf]')).toHaveValue(day);
});

// The third story of a loan's life: instalments are missed, formal notice is given, a measure is agreed and the loan is up to date again.
test('LC-74 to LC-88: late, noticed, eased by a measure, up to date again', async ({ page }) => {
  await haveMovedOn();
  const { bank } = own;
  // The same client, who signs in again.
  const back = await newClient(bank);
  await back.post('/session', { email: borrower.email, password: PASSWORD });
  const client = { ...back, name: borrower.name, email: borrower.email };
  const loanPage = `${bank.url}/client-dashboard?section=loans&loan=${loanId}`;
  await page.setViewportSize(PHONE);
  await atCounter(page, client, loanPage);
  await expect(page.getByText('Cherchons une solution ensemble')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Payer m(on|es) échéances?$/ })).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 800 });
  await atDesk(page, bank, `${bank.url}/admin-dashboard?tab=loans`);
  await page
    .getByRole('button', {
      name: words(own.days > DAYS_ALONE ? 'Retard de 61 à 90 jours' : 'Retard de 31 à 60 jours'),
    })
    .click();
  // The open queue names the client as well.
  await page.locator('[data-row-link]').filter({ hasText: client.name }).first().click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mettre en demeure' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=registeredNumber]').fill('1A 234 567 8901 2');
  await expectAccessible(page);
  await dialog.locator('[type=submit]').click();
  await expect(toastOf(page, 'Mise en demeure envoyée')).toBeVisible();

  await page.context().clearCookies();
  await page.setViewportSize(PHONE);
  await atCounter(page, client, loanPage);
  await expect(page.getByText(words('Mise en demeure :')).first()).toBeVisible();
  const [letter] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Lire la lettre, Mise en demeure/ }).click(),
  ]);
  expect(letter.suggestedFilename()).toMatch(/^mise-en-demeure-.*\.pdf$/);
  await page
    .getByRole('button', { name: words('En difficulté ?') })
    .first()
    .click();
  await dialog.locator('[name=change]').selectOption('income');
  await dialog.locator('[name=since]').fill('2026-01-05');
  await dialog.locator('[name=monthly]').fill('100');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(toastOf(page, 'Message reçu')).toBeVisible();

  const later = await colleague(bank);
  const shown = await later.api.get(`/api/admin/loans/${loanId}/measure-effect?kind=extension&months=12`);
  const { effect } = (await shown.json()) as { effect: { extraInterestMinor: number } };
  await later.post(`/admin/loans/${loanId}/measures`, {
    action: 'propose',
    kind: 'extension',
    months: 12,
    seenExtraInterestMinor: effect.extraInterestMinor,
  });
  await page.reload();
  await page.getByRole('button', { name: 'Accepter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();
  await expect(toastOf(page, 'Aménagement accepté')).toBeVisible();
  await expect(page.getByText(words('Mise en demeure :'))).toHaveCount(0);
  await expect(page.getByText('Prochaine échéance')).toBeVisible();
  await expectAccessible(page);

  // Late interest is all that is left of the arrears: the client pays it, and the loan is up to date.
  await fund(bank, borrower, 50_00);
  await page.reload();
  await page.getByRole('button', { name: 'Payer mon échéance' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Payer', exact: true }).click();
  await expect(toastOf(page, 'Paiement enregistré')).toBeVisible();
  await expect(page.getByText('Intérêts de retard à régler')).toHaveCount(0);
  await expect(page.getByText('En remboursement')).toBeVisible();
});
