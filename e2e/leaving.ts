import type { Page } from '@playwright/test';

/**
 * Notes links to the mail program and to the messaging application instead of following them. Call it before the click; the function it
 * returns gives the address that would have opened.
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
