import type { PlaceholderValues } from '../placeholders.ts';
import { textFile } from '../text-file.ts';
import type { TextLanguage } from '../text-words/languages.ts';
import { type FaqGroup, readFaqGroup } from './read-faq.ts';

const files = import.meta.glob<string>('./**/*.md', { query: '?raw', import: 'default', eager: true });

/** The five groups, in the order of the page. */
const groups = ['1-eligibilite', '2-documents', '3-delais', '4-remboursement', '5-securite'];

export function faqGroups(values: PlaceholderValues, language: TextLanguage = 'fr'): FaqGroup[] {
  return groups.map((name) => readFaqGroup(textFile(files, language, `${name}.md`), values));
}
