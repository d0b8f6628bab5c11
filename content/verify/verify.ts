import type { Institution } from '../institution/schema.ts';
import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import { textFile } from '../text-file.ts';
import type { TextLanguage } from '../text-words/languages.ts';
import { linesTrueOf } from '../true-of-house.ts';

const files = import.meta.glob<string>('./**/*.md', { query: '?raw', import: 'default', eager: true });

/** The page `/verifier`, which no configuration can remove. */
export function verifyPage(
  values: PlaceholderValues,
  institution: Pick<Institution, 'mode' | 'status'>,
  language: TextLanguage = 'fr',
): { title: string; lead: string; body: Block[] } {
  const { meta, body } = parseFrontMatter(textFile(files, language, 'verifier.md'));
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(linesTrueOf(body, institution), values)),
  };
}
