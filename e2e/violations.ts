import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** WCAG 2.2 AA, and axe's best practices. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong on the page as it is shown now, one line per rule with its elements. axe is loaded once per document, and gathers
 * only violations: its report of everything that passed took half of the processor time. The pages have no frames.
 *
 * A target that the header or a fixed button covers in part at this place of the page is measured again in the middle of the window: where
 * the page happens to be scrolled to says nothing about its size.
 */
export async function violationsOn(page: Page, tags: readonly string[] = WCAG): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (runOnly) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run({ runOnly, reporter: 'no-passes' });

      async function isTooSmall(selector: string): Promise<boolean> {
        const element = document.querySelector(selector);
        const from = [scrollX, scrollY] as const;
        element?.scrollIntoView({ block: 'center', behavior: 'instant' });
        // Without the element, for example in a menu that scrolling closes, the first finding stands.
        const again = element?.isConnected
          ? await checker.run(element, { runOnly: { type: 'rule', values: ['target-size'] } })
          : null;
        scrollTo({ left: from[0], top: from[1], behavior: 'instant' });
        return again?.violations.length !== 0;
      }

      const lines: string[] = [];
      for (const { id, nodes } of violations) {
        const found: string[] = [];
        for (const { target } of nodes) {
          const selector = target.join(' ');
          if (id !== 'target-size' || (await isTooSmall(selector))) found.push(selector);
        }
        if (found.length > 0) lines.push(`${id}: ${found.join(', ')}`);
      }
      return lines;
    },
    [...tags],
  );
}
