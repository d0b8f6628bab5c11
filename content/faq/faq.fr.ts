import type { PlaceholderValues } from '../placeholders.ts';
import eligibilite from './1-eligibilite.md?raw';
import documents from './2-documents.md?raw';
import delais from './3-delais.md?raw';
import remboursement from './4-remboursement.md?raw';
import securite from './5-securite.md?raw';
import { type FaqGroup, readFaqGroup } from './read-faq.ts';

/** The five groups, in the order of the page. */
export function faqGroups(values: PlaceholderValues): FaqGroup[] {
  return [eligibilite, documents, delais, remboursement, securite].map((source) =>
    readFaqGroup(source, values),
  );
}
