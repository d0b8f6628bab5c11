import { readFileSync } from 'node:fs';
import { languageOf } from '../app/i18n/languages.ts';
import { CLIENT_LANGUAGES, type ClientLanguage } from '../domain/clients/client-languages.ts';
import { sizeFor } from '../server/testing/size.ts';
import { frenchWordsOf } from '../tools/page/page-language.ts';
import { CLIENT, expect, expectAccessible, speak, test } from './bank.ts';

/** The client area in each language that clients have. */

/** What the people of the demonstration typed stays as it is: French. */
const typed = /Mutuelle Exemple|camionnette d'occasion/;

/** In `npm test` two that differ: long words; another alphabet without spaces between words. */
const languages = sizeFor<readonly ClientLanguage[]>({
  small: ['de', 'ja'],
  whole: CLIENT_LANGUAGES.filter((code) => code !== 'fr'),
});

const menuOf = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../locales/${code}/client.json`, import.meta.url), 'utf8')).menu;

test('the dashboard, loans and transfers of a client say no French word in another language', async ({
  page,
}) => {
  // Each language is a page load and two sections.
  await speak(page, 'de');
  await page.goto('/auth');
  await page.locator('[name=email]').fill(CLIENT.email);
  await page.locator('[name=password]').fill(CLIENT.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('.movement').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  for (const code of languages) {
    await speak(page, code);
    await page.goto('/client-dashboard');
    await expect(page.locator('html')).toHaveAttribute('lang', languageOf(code).tag);
    const menu = menuOf(code);
    for (const section of ['dashboard', 'loans', 'transfers'] as const) {
      if (section !== 'dashboard') await page.locator(`a[href$="section=${section}"]`).first().click();
      else await expect(page.locator('.movement').first()).toBeVisible();
      await expect(page.locator('[aria-current=page]').first()).toContainText(menu[section] ?? '');
      await expect(page.locator('main [aria-busy=true], main .skeleton')).toHaveCount(0);
      const french = frenchWordsOf(await page.content()).filter((found) => !typed.test(found));
      expect.soft(french, `${code}, ${section}`).toEqual([]);
    }
    if (code === 'de') await expectAccessible(page);
  }
});
