import type { Page } from '@playwright/test';

/** The ribbon of a demonstration. */
export const ribbon =
  "Démonstration – établissement fictif. N'envoyez jamais d'argent ni de données réelles.";

/** Nothing asks about cookies in this page. */
export async function refuseCookies(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', `rejected@${Date.now()}`));
}

/** Holds back what the page asks for at an address, its code unless another is given, until the returned function is called. */
export async function hold(page: Page, address: string | RegExp = '**/assets/*.js'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
