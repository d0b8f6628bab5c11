import { expect, type Page, test } from '@playwright/test';
import { violationsOn } from './violations.ts';
import { isDrawn } from './visiting.ts';

/** axe finds no violation of WCAG 2.2 AA or of its best practices on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page), 'as shown').toEqual([]);
}

const LOOKS = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
] as const;

const isWhole = process.env.EVERY_LOOK === '1' || process.env.GUICHET_TEST_WHOLE === '1';
const looked = new Map<string, number>();

/**
 * The looks in which a state is checked: all with `npm run test:accessibility` and `npm run test:whole`. In `npm test` each state of a test is checked
 * either on the light telephone or on the dark desktop, in turn from the length of the test's title on: every run checks the same.
 */
function looksOf(widths: readonly number[]) {
  const looks = LOOKS.filter(({ width }) => widths.includes(width));
  if (isWhole) return looks;
  const { title, testId } = test.info();
  const number = looked.get(testId) ?? 0;
  looked.set(testId, number + 1);
  const usual = looks.filter(({ theme, width }) => (theme === 'light') === (width === 390));
  return usual.filter((_, index) => index === (title.length + number) % usual.length);
}

/**
 * The same in both themes and on a telephone and a desktop, on the state the page is in (`looksOf`); at no width may it be wider than the
 * window.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [390, 1280],
): Promise<void> {
  const looks = looksOf(widths);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    // Charts and lists measure themselves after the window has changed.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0);
    for (const { theme } of looks.filter((look) => look.width === width)) {
      await showTheme(page, theme);
      expect(await violationsOn(page), `${theme}, ${width} px`).toEqual([]);
    }
  }
  await showTheme(page, 'light');
}

/** Sets a theme on the open page, as the switch does, and waits until the transitions of its colours have ended. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value;
  }, theme);
  await isDrawn(page);
}
