import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import english from './en/verifier.md?raw';
import french from './verifier.md?raw';

/** The page `/verifier`, which no configuration can remove. */
export function verifyPage(
  values: PlaceholderValues,
  language: 'fr' | 'en' = 'fr',
): { title: string; lead: string; body: Block[] } {
  const { meta, body } = parseFrontMatter(language === 'en' ? english : french);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}
