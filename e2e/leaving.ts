import type { Page } from '@playwright/test';

/**
 * Links to the mail program and to the messaging application are noted and not followed: a test sends nothing. Call it before the click,
 * and what it returns afterwards, for the address that would have opened.
 */
export async function noteLeaving(page: Page) {
  await page.evaluate(() => {
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || (link.protocol !== 'mailto:' && link.host !== 'wa.me')) return;
      event.preventDefault();
      document.documentElement.dataset.left = link.href;
    });
  });
  return async () => new URL((await page.locator('html').getAttribute('data-left')) ?? '');
}
