import type { Institution } from '../institution/schema.ts';
import type { PlaceholderValues } from '../placeholders.ts';
import { textFile } from '../text-file.ts';
import type { TextLanguage } from '../text-words/languages.ts';
import { linesTrueOf } from '../true-of-house.ts';
import { type FaqGroup, readFaqGroup } from './read-faq.ts';

const files = import.meta.glob<string>('./**/*.md', { query: '?raw', import: 'default', eager: true });

/** The five groups, in the order of the page. */
const groups = ['1-eligibilite', '2-documents', '3-delais', '4-remboursement', '5-securite'];

/** The questions, with the lines of their answers that are true of a house. */
export function faqGroups(
  values: PlaceholderValues,
  institution: Pick<Institution, 'mode' | 'status'>,
  language: TextLanguage = 'fr',
): FaqGroup[] {
  return groups.map((name) =>
    readFaqGroup(linesTrueOf(textFile(files, language, `${name}.md`), institution), values),
  );
}
