import type { PlaceholderValues } from '../placeholders.ts';
import eligibilite from './pt/1-eligibilite.md?raw';
import documents from './pt/2-documents.md?raw';
import delais from './pt/3-delais.md?raw';
import remboursement from './pt/4-remboursement.md?raw';
import securite from './pt/5-securite.md?raw';
import { type FaqGroup, readFaqGroup } from './read-faq.ts';

/** The five groups, in the order of the page. */
export function faqGroups(values: PlaceholderValues): FaqGroup[] {
  return [eligibilite, documents, delais, remboursement, securite].map((source) =>
    readFaqGroup(source, values),
  );
}
