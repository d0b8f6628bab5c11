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
 */
export async function violationsOn(page: Page, tags: readonly string[] = WCAG): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        runOnly,
        reporter: 'no-passes',
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    [...tags],
  );
}
