import type { PlaceholderValues } from '../placeholders.ts';
import eligibilite from './it/1-eligibilite.md?raw';
import documents from './it/2-documents.md?raw';
import delais from './it/3-delais.md?raw';
import remboursement from './it/4-remboursement.md?raw';
import securite from './it/5-securite.md?raw';
import { type FaqGroup, readFaqGroup } from './read-faq.ts';

/** The five groups, in the order of the page. */
export function faqGroups(values: PlaceholderValues): FaqGroup[] {
  return [eligibilite, documents, delais, remboursement, securite].map((source) =>
    readFaqGroup(source, values),
  );
}
