import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import privacy from './confidentialite.md?raw';
import notices from './mentions-legales.md?raw';

export type LegalText = { title: string; lead: string; date: string; body: Block[] };

function read(source: string, values: PlaceholderValues): LegalText {
  const { meta, body } = parseFrontMatter(source);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    date: requiredMeta(meta, 'date'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}

/** Legal notices, then the general terms of the loans: the whole of `/mentions-legales`. */
export function legalNotices(values: PlaceholderValues): LegalText {
  return read(notices, values);
}

/** The full privacy policy, French only: other languages show the short page and link to it. */
export function privacyPolicy(values: PlaceholderValues): LegalText {
  return read(privacy, values);
}
