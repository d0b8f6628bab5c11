import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { creditWarning } from '../../domain/loans/legal-wording.ts';
import { legalDay } from '../../domain/time/days.ts';
import { ADMINISTRATOR, expect } from '../bank.ts';
import { fund, GOOD_IBAN, LOAN, newClient, PASSWORD } from '../desk.ts';
import { signIn, signInNewClient, test } from './browsers.ts';

/** Ten journeys in the browsers beside Chromium, by mouse and keyboard. */

/** Leaves a mark that a reload would remove. */
function markPage(): void {
  Object.assign(window, { stillTheSame: true });
}

test('home: the legal sentence in force, and a link to the simulator', async ({ visitor }) => {
  await visitor.open('/?langue=fr');
  await visitor.reads('Votre prêt, expliqué au centime près');
  await visitor.open('/simulateur');
  // The page is prerendered with the sentence of its build day; its code sets that of today.
  await visitor.reads(creditWarning(legalDay(new Date())).text);
  await visitor.readsNoMore('Un crédit vous engage');
  await visitor.isAlive();
  await visitor.press('FAQ');
  await visitor.isAt('/faq');
});

test('simulator by keyboard', async ({ visitor }) => {
  await visitor.open('/simulateur');
  await visitor.reads('294,80 €');
  await visitor.focus('input[type=range][name=amount]');
  await visitor.key('End');
  await visitor.reads('1 473,98 €');
  await visitor.key('Home', 'ArrowRight');
  await visitor.reads('Pour 1 500 € sur 36 mois');
});

test('language: chosen, kept over a reload, and French again', async ({ visitor }) => {
  await visitor.open('/?langue=fr');
  await visitor.press('Langue');
  await visitor.press('Deutsch');
  await visitor.waitsFor('be German', () => document.documentElement.lang.startsWith('de'), null);
  await visitor.readsNoMore('Votre prêt, expliqué au centime près');
  await visitor.open('/');
  await visitor.waitsFor('stay German', () => document.documentElement.lang.startsWith('de'), null);
  await visitor.press('Sprache');
  await visitor.press('Français');
  await visitor.reads('Votre prêt, expliqué au centime près');
});

test('card request: sent by the site, with a receipt', async ({ visitor }) => {
  await visitor.open('/?langue=fr');
  await visitor.press('Demander ma carte');
  await visitor.fill('firstName', 'Zoé');
  await visitor.fill('lastName', 'Renard');
  await visitor.fill('email', 'zoe.renard@exemple.fr');
  await visitor.choose('cardType', 'visa-premier');
  await visitor.fill('income', '2 150');
  await visitor.press('Envoyer la demande');
  await visitor.press('Envoyer ici');
  await visitor.reads(/Message reçu, référence [A-Z0-9-]+/);
});

test('sign-up: from the first form to an open account', async ({ visitor }) => {
  await visitor.open('/auth');
  await visitor.press('Inscription');
  await visitor.press("Commencer l'inscription");
  await visitor.isAt('/client-personal-info');
  await visitor.fill('firstName', 'Maëlle');
  await visitor.fill('lastName', 'Essai');
  await visitor.fill('email', `maelle-${Date.now()}@example.test`);
  await visitor.fill('password', PASSWORD);
  await visitor.press('Suivant');
  await visitor.reads('Bienvenue, Maëlle');
  await visitor.pressOn('label:has([value=courant])');
  await visitor.press('Créer mon compte');
  await visitor.isAt('/client-dashboard');
  await visitor.reads("Votre compte est en attente d'activation");
});

test('loan: requested with its live figures', async ({ visitor, bank }) => {
  const client = await signInNewClient(visitor, bank);
  await visitor.press('Demander un prêt');
  await visitor.fill('amount', '10 000');
  await visitor.fill('purpose', 'Rénover la cuisine');
  await visitor.choose('duration', '36');
  await visitor.fill('monthlyIncome', '2 400,50');
  await visitor.reads('294,80 €');
  await visitor.press('Envoyer la demande');
  await visitor.reads('Demande envoyée');
  const { loans } = await (await client.api.get('/api/loans')).json();
  expect(loans).toMatchObject([{ amountMinor: 1_000_000, durationMonths: 36, status: 'pending' }]);
});

test('transfer: sent, and movements filtered by a day that is typed', async ({ visitor, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await signIn(visitor, '/auth', client.email, PASSWORD);
  await visitor.isAt('/client-dashboard');
  await visitor.press('Faire un virement');
  await visitor.fill('amount', '250,50');
  await visitor.fill('iban', GOOD_IBAN);
  await visitor.reads('Cet IBAN est bien formé (France).');
  await visitor.fill('bankName', 'Banque du Marais');
  await visitor.press('Continuer');
  await visitor.press('Envoyer la demande');
  await visitor.reads('Il reste 749,50 € disponibles.');

  await visitor.open('/client-dashboard?section=transactions');
  await visitor.reads('Virement de départ');
  // Both write the month first here: their own language is English.
  await visitor.typeDay('[name=from]', { month: '11', day: '01', year: '2026' });
  await visitor.isAt(/from=2026-11-01/);
  await visitor.reads('Virement de départ');
  await visitor.typeDay('[name=from]', { month: '11', day: '01', year: '2099' });
  await visitor.reads('Aucune opération ne correspond');
});

test('live credit: the balance changes on the open screen, and is hidden after the session', async ({
  visitor,
  bank,
}) => {
  const client = await signInNewClient(visitor, bank);
  await visitor.reads('Solde actuel');
  await visitor.window.call(markPage, null);
  await fund(bank, client, 123_456);
  await visitor.reads('1 234,56 €');
  await visitor.waitsFor('keep the page', () => 'stillTheSame' in window, null);
  // The session ends elsewhere; « back » shows the page that the browser kept.
  await visitor.open('/faq');
  await visitor.window.call(async () => {
    await fetch('/api/session', { method: 'DELETE' });
    // After the answer to this call: a page that is left answers none.
    setTimeout(() => history.back(), 50);
  }, null);
  await visitor.isAt('/auth');
  await visitor.readsNoMore('1 234,56 €');
});

test('approval: an administrator approves a loan and pays it out', async ({ visitor, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await signIn(visitor, '/admin-login', ADMINISTRATOR.email, ADMINISTRATOR.password);
  await visitor.isAt('/admin-dashboard');
  await visitor.press('Prêts');
  await visitor.press(`Approuver la demande de ${client.name}`);
  await visitor.press('Approuver et verser');
  await visitor.reads('Prêt approuvé et virement effectué');
  const { account } = await (await client.api.get('/api/overview')).json();
  expect(account.balanceMinor).toBe(1_000_000);
});

test('downloads: the movements as CSV, a month as PDF', async ({ visitor, bank, downloads }) => {
  const client = await newClient(bank);
  await fund(bank, client, 250_000);
  await signIn(visitor, '/auth', client.email, PASSWORD);
  await visitor.isAt('/client-dashboard');
  await visitor.open('/client-dashboard?section=transactions');
  await visitor.reads('Virement de départ');
  const fileOf = async (extension: string) => {
    await expect.poll(() => downloaded(downloads, extension).length, { timeout: 20_000 }).toBeGreaterThan(0);
    return downloaded(downloads, extension);
  };
  await visitor.press('CSV');
  expect((await fileOf('csv')).toString()).toContain('2500,00');
  await visitor.press('Relevé (PDF)');
  await visitor.press('Télécharger');
  expect((await fileOf('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});

/** The file of this kind, empty until it is whole: Firefox keeps the name with an empty file while it downloads into another. */
function downloaded(folder: string, extension: string): Buffer {
  const name = readdirSync(folder).find((each) => each.endsWith(`.${extension}`));
  return name ? readFileSync(join(folder, name)) : Buffer.alloc(0);
}
