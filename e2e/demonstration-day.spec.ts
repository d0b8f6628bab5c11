import { spawnSync } from 'node:child_process';
import { addDays, legalDay } from '../domain/time/days.ts';
import { withOrdinalFirst } from '../domain/time/french-day.ts';
import { SERVER_FILE } from '../server/testing/built-server.ts';
import {
  ADMINISTRATOR,
  endBank,
  expect,
  expectAccessible,
  isAlive,
  newDataFolder,
  startBank,
  test,
  watchConsole,
} from './bank.ts';

/** A demonstration whose operator has moved its day on says so, and its screens count days as the bank does. */

test('the ribbon names the day, and days on the screens are those of the bank', async ({ page }) => {
  // Forty days of jobs come before the first page.
  test.slow();
  const folder = await newDataFolder('filled');
  const environment = { DATA_DIR: folder };
  const advanced = spawnSync(process.execPath, [SERVER_FILE, 'demo-advance', '40d'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  expect(advanced.status, advanced.stderr).toBe(0);
  const bank = await startBank(environment);
  try {
    const day = addDays(legalDay(new Date()), 40);
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
    // A request that has waited since before the move is forty days older.
    await page.goto(`${bank.url}/admin-dashboard?tab=loans`);
    await expect(page.getByText(/il y a (1|2) mois/).first()).toBeVisible();
    await page.goto(`${bank.url}/admin-dashboard?tab=rates`);
    await page
      .getByRole('button', { name: /^Modifier/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').locator('input[name=asOf]')).toHaveValue(day);
  } finally {
    await endBank(bank, folder);
  }
});
