import type { Page } from '@playwright/test';

/** The ribbon of a demonstration. */
export const ribbon =
  "Démonstration – établissement fictif. N'envoyez jamais d'argent ni de données réelles.";

/** Answers the question about cookies before the page loads. */
export async function refuseCookies(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cookie-consent', `rejected@${Date.now()}`));
}

/** Holds back the requests to an address, by default those for the page's code, until the returned function is called. */
export async function hold(page: Page, address: string | RegExp = '**/assets/*.js'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the page has drawn what the last event changed: two frames, and the end of transitions. */
export async function isDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.all(passing.map((one) => one.finished.catch(() => undefined)));
  });
}
