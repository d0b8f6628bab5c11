import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues, type ProductId } from '../placeholders.ts';

export type TitledText = { title: string; lead: string; body: Block[] };
export type Offer = TitledText & { product: ProductId; icon: string };

export function readTitledText(source: string, values: PlaceholderValues): TitledText {
  const { meta, body } = parseFrontMatter(source);
  return {
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    body: parseBlocks(fillPlaceholders(body, values)),
  };
}

/** One offer card: its list of features, then the representative example that must go with its rates. */
export function readOffer(product: ProductId, source: string, values: PlaceholderValues): Offer {
  const { meta } = parseFrontMatter(source);
  if (meta.produit !== product) throw new Error(`The offer of ${product} says it is for ${meta.produit}`);
  return { product, icon: requiredMeta(meta, 'icone'), ...readTitledText(source, values) };
}
