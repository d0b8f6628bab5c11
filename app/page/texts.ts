import { texts as files } from 'virtual:texts';
import type { TextName } from '#content/texts.ts';
import { currentLanguage } from '../i18n/catalogues.ts';
import { type LanguageCode, referenceLanguage } from '../i18n/languages.ts';
import type { Match } from './site-map.ts';

/**
 * The texts of `content/` in the browser. A prerendered page contains its texts; only a page that the browser renders itself, after a link or in
 * another language, fetches them.
 */

const known = new Map<string, unknown>();
const underWay = new Map<string, Promise<void>>();
const markup = new Map<string, string>();

/** The file of a text in a language; the French one where no translation exists. */
export function fileOf(name: TextName, language: LanguageCode): string {
  const own = `${name}.${language}`;
  return Object.hasOwn(files, own) ? own : `${name}.fr`;
}

export function textOf(file: string): unknown {
  return known.get(file);
}

/**
 * The prerendered markup of a text, kept after hydration and shown when the visitor comes back. Pages are prerendered in French, including the
 * words around the text.
 */
export function markupOf(file: string, language: LanguageCode): string | undefined {
  return language === referenceLanguage ? markup.get(file) : undefined;
}

export function keepMarkup(file: string, html: string): void {
  if (!markup.has(file)) markup.set(file, html);
}

/** Fetches a text once. A failed fetch is retried; a name without a file resolves at once. */
export function needText(file: string): Promise<void> {
  const asked = underWay.get(file);
  if (asked) return asked;
  const fetching = Promise.resolve(files[file]?.()).then((module) => {
    if (module) known.set(file, module.default);
  });
  underWay.set(file, fetching);
  fetching.catch(() => underWay.delete(file));
  return fetching;
}

function filesOf({ route, params }: Match): string[] {
  const names = route.texts?.(params) ?? [];
  return names.map((name) => fileOf(name, currentLanguage())).filter((file) => Object.hasOwn(files, file));
}

const isHere = (file: string) => known.has(file) || markupOf(file, currentLanguage()) !== undefined;

export function hasTexts(match: Match): boolean {
  return filesOf(match).every(isHere);
}

/** Fetches the texts of a screen in the language in use. */
export async function needTexts(match: Match): Promise<void> {
  await Promise.all(
    filesOf(match)
      .filter((file) => !isHere(file))
      .map(needText),
  );
}
