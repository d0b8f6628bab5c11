import type { Institution } from '../institution/schema.ts';
import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import { isTrueOf, linesTrueOf, trueOf } from '../true-of-house.ts';
import privacy from './confidentialite.md?raw';
import notices from './mentions-legales.md?raw';

export type LegalText = { title: string; lead: string; date: string; body: Block[] };

type House = Pick<Institution, 'mode' | 'status'>;

function read(source: string, values: PlaceholderValues, house: House): LegalText {
  const { meta, body } = parseFrontMatter(source);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    date: requiredMeta(meta, 'date'),
    body: parseBlocks(fillPlaceholders(linesTrueOf(body, house), values)),
  };
}

/** Legal notices, then the general terms of the loans: the whole of `/mentions-legales`. A house that does not lend has no terms of loans (LC-6). */
export function legalNotices(values: PlaceholderValues, institution: House): LegalText {
  const text = read(notices, values, institution);
  const body = trueOf(text.body, institution);
  if (isTrueOf('conditions', institution)) return { ...text, body };
  const { meta } = parseFrontMatter(notices);
  return {
    ...text,
    title: requiredMeta(meta, 'titreSansPret'),
    lead: requiredMeta(meta, 'resumeSansPret'),
    body,
  };
}

/** The full privacy policy, French only: other languages show the short page and link to it. */
export function privacyPolicy(values: PlaceholderValues, institution: House): LegalText {
  return read(privacy, values, institution);
}
