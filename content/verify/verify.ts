import type { TextLanguage } from '../loan-values.ts';
import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';
import de from './de/verifier.md?raw';
import en from './en/verifier.md?raw';
import es from './es/verifier.md?raw';
import hu from './hu/verifier.md?raw';
import it from './it/verifier.md?raw';
import pt from './pt/verifier.md?raw';
import fr from './verifier.md?raw';

const sources: Readonly<Record<TextLanguage, string>> = { fr, en, de, it, es, pt, hu };

/** The page `/verifier`, which no configuration can remove. */
export function verifyPage(
  values: PlaceholderValues,
  language: TextLanguage = 'fr',
): { title: string; lead: string; body: Block[] } {
  const { meta, body } = parseFrontMatter(sources[language]);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}
