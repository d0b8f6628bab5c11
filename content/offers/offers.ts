import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues, type ProductId, productIds } from '../placeholders.ts';
import auto from './auto.md?raw';
import conditions from './conditions.md?raw';
import consolidation from './consolidation.md?raw';
import personal from './personal.md?raw';
import project from './project.md?raw';

export type Offer = { product: ProductId; title: string; lead: string; icon: string; body: Block[] };

const sources: Record<ProductId, string> = { personal, auto, consolidation, project };

/** One offer card: its list of features, then the representative example that must go with its rates. */
function readOffer(product: ProductId, values: PlaceholderValues): Offer {
  const { meta, body } = parseFrontMatter(sources[product]);
  return {
    product,
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    icon: requiredMeta(meta, 'icone'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}

export function offers(values: PlaceholderValues): Offer[] {
  return productIds.map((product) => readOffer(product, values));
}

export function standardConditions(values: PlaceholderValues): {
  title: string;
  lead: string;
  body: Block[];
} {
  const { meta, body } = parseFrontMatter(conditions);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}
