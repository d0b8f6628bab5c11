import { type PlaceholderValues, productIds } from '../placeholders.ts';
import auto from './pt/auto.md?raw';
import conditionsSource from './pt/conditions.md?raw';
import consolidation from './pt/consolidation.md?raw';
import personal from './pt/personal.md?raw';
import project from './pt/project.md?raw';
import { type Offer, readOffer, readTitledText, type TitledText } from './read-offer.ts';

const sources = { personal, auto, consolidation, project };

export function offers(values: PlaceholderValues): Offer[] {
  return productIds.map((product) => readOffer(product, sources[product], values));
}

export function standardConditions(values: PlaceholderValues): TitledText {
  return readTitledText(conditionsSource, values);
}
