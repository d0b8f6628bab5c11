import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import source from './verifier.md?raw';

/** The page `/verifier`, which no configuration can remove. */
export function verifyPage(values: PlaceholderValues): { title: string; lead: string; body: Block[] } {
  const { meta, body } = parseFrontMatter(source);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}
