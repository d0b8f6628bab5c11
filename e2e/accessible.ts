import { expect, type Page } from '@playwright/test';
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

/**
 * The same in both themes and on a telephone and a desktop, on the state the page is in; nothing may be wider than the window. `npm test`
 * checks the light telephone and the dark desktop, `npm run test:accessibility` all four.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [390, 1280],
): Promise<void> {
  const isWhole = process.env.EVERY_LOOK === '1';
  for (const { theme, width } of LOOKS) {
    if (!widths.includes(width) || !(isWhole || (theme === 'light') === (width === 390))) continue;
    await page.setViewportSize({ width, height: 844 });
    // Charts and lists measure themselves after the window has changed.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0);
    await showTheme(page, theme);
    expect(await violationsOn(page), `${theme}, ${width} px`).toEqual([]);
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
