import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** WCAG 2.2 AA, and axe's best practices. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe does not look for and screen readers outside Chromium stumble over: a name said again by its title, an amount cut into pieces, landmarks
 * inside a dialog, an unnamed sidebar, a list that is invalid before anything was chosen.
 */
function spokenBadly(): string[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const named = ({ outerHTML }: HTMLElement) => outerHTML.slice(0, 120);
  const repeats = all(':is(a, button)[title]').filter((element) => {
    const name = element.ariaLabel ?? element.innerText.trim();
    return name !== '' && element.title.includes(name);
  });
  const cut = all('.money:not([data-masked])').filter(
    ({ childNodes: { length, 0: text } }) => length !== 1 || text?.nodeType !== Node.TEXT_NODE,
  );
  const landmarks = all(':is(dialog, [role=dialog]) :is(header, footer):not(:is(article, section) *)');
  const unnamed = all('aside:not([aria-label], [aria-labelledby])');
  const untouched = all('select:invalid:not([aria-invalid])');
  return Object.entries({ repeats, cut, landmarks, unnamed, untouched }).flatMap(([fault, elements]) =>
    elements.map((element) => `${fault}: ${named(element)}`),
  );
}

/**
 * What axe finds wrong on the page as it is shown now, one line per rule with its elements. axe is loaded once per document, and gathers
 * only violations: its report of everything that passed took half of the processor time. The pages have no frames.
 *
 * A target that the header or a fixed button covers in part at this place of the page is measured again in the middle of the window: where
 * the page happens to be scrolled to says nothing about its size.
 */
export async function violationsOn(page: Page, tags: readonly string[] = WCAG): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(
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
  return [...found, ...(await page.evaluate(spokenBadly))];
}
