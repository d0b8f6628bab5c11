import { type PlaceholderValues, productIds } from '../placeholders.ts';
import auto from './es/auto.md?raw';
import conditionsSource from './es/conditions.md?raw';
import consolidation from './es/consolidation.md?raw';
import personal from './es/personal.md?raw';
import project from './es/project.md?raw';
import { type Offer, readOffer, readTitledText, type TitledText } from './read-offer.ts';

const sources = { personal, auto, consolidation, project };

export function offers(values: PlaceholderValues): Offer[] {
  return productIds.map((product) => readOffer(product, sources[product], values));
}

export function standardConditions(values: PlaceholderValues): TitledText {
  return readTitledText(conditionsSource, values);
}
