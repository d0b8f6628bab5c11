import { type PlaceholderValues, productIds } from '../placeholders.ts';
import { textFile } from '../text-file.ts';
import type { TextLanguage } from '../text-words/languages.ts';
import { type Offer, readOffer, readTitledText, type TitledText } from './read-offer.ts';

const files = import.meta.glob<string>('./**/*.md', { query: '?raw', import: 'default', eager: true });

export function offers(values: PlaceholderValues, language: TextLanguage = 'fr'): Offer[] {
  return productIds.map((product) => readOffer(product, textFile(files, language, `${product}.md`), values));
}

export function standardConditions(values: PlaceholderValues, language: TextLanguage = 'fr'): TitledText {
  return readTitledText(textFile(files, language, 'conditions.md'), values);
}
