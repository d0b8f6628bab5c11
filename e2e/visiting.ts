import type { Page } from '@playwright/test';

/** The ribbon of a demonstration. */
export const ribbon =
  "Démonstration – établissement fictif. N'envoyez jamais d'argent ni de données réelles.";

/** Nothing asks about cookies in this page. */
export async function refuseCookies(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', `rejected@${Date.now()}`));
}

/** Holds back the page's code until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
