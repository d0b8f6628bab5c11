import { addDays, legalDay } from '../domain/time/days.ts';
import { withOrdinalFirst } from '../domain/time/french-day.ts';
import {
  ADMINISTRATOR,
  endBank,
  expect,
  expectAccessible,
  isAlive,
  newDataFolder,
  type RunningBank,
  runCommand,
  startShortBank,
  test,
  watchConsole,
} from './bank.ts';
import { atCounter, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, type DeskClient, GOOD_IBAN, newClient, PASSWORD, words } from './desk.ts';
import { stopBank } from './product.ts';

/** A bank whose operator has moved its day on, with a client who missed two instalments meanwhile. */

const DAYS = 75;

let folder = '';
let bank: RunningBank;
let borrower: DeskClient;
let loanId = '';

test.beforeAll(async () => {
  // Seventy-five days of jobs come before the first page.
  test.setTimeout(180_000);
  folder = await newDataFolder('filled');
  const environment = { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' };
  const before = await startShortBank(environment);
  borrower = await newClient(before);
  loanId = await lendTo(before, borrower);
  const desk = await colleague(before);
  const { withdrawal } = (await borrower.post('/withdrawals', {
    amountMinor: 10_000_00,
    iban: GOOD_IBAN,
    bankName: 'Une autre banque',
  })) as unknown as { withdrawal: { id: string } };
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
  await stopBank(before);
  const advanced = runCommand(['demo-advance', `${DAYS}d`], environment);
  expect(advanced.status, advanced.stderr).toBe(0);
  bank = await startShortBank(environment);
});

test.afterAll(() => endBank(bank, folder));

test('the ribbon names the day, and days on the screens are those of the bank', { tag: '@whole' }, async ({
  page,
}) => {
  const day = addDays(legalDay(new Date()), DAYS);
  const inWords = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
  const sentence = `La journée de la démonstration est le ${withOrdinalFirst(inWords.format(new Date(day)))}.`;
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
  // A request that has waited since before the move is seventy-five days older.
  await page.goto(`${bank.url}/admin-dashboard?tab=loans`);
  await expect(page.getByText(/il y a (2|3) mois/).first()).toBeVisible();
  await page.goto(`${bank.url}/admin-dashboard?tab=rates`);
  await page
    .getByRole('button', { name: /^Modifier/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').locator('input[name=asOf]')).toHaveValue(day);
});

// The third story of a loan's life: two instalments are missed, formal notice is given, a measure is agreed and the loan is up to date again.
test('LC-74 to LC-88: late, noticed, eased by a measure, up to date again', async ({ page }) => {
  test.slow();
  // The same client, who signs in again after seventy-five days.
  const back = await newClient(bank);
  await back.post('/session', { email: borrower.email, password: PASSWORD });
  const client = { ...back, name: borrower.name, email: borrower.email };
  const loanPage = `${bank.url}/client-dashboard?section=loans&loan=${loanId}`;
  await page.setViewportSize(PHONE);
  await atCounter(page, client, loanPage);
  await expect(page.getByText('Cherchons une solution ensemble')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Payer mon échéance' })).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 800 });
  await atDesk(page, bank, `${bank.url}/admin-dashboard?tab=loans`);
  await page.getByRole('button', { name: words('Retard de 31 à 60 jours') }).click();
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
});
