declare module 'virtual:institution' {
  import type { ShownInstitution } from '#content/institution/shown.ts';
  /** The institution that this build serves, validated when it was built; its claims are `virtual:claims`. */
  export const institution: ShownInstitution;
  /** The product's public origin, without trailing slash: canonical and shared links need absolute URLs. */
  export const publicUrl: string;
  /** The day the pages were prerendered, YYYY-MM-DD. */
  export const builtOn: string;
}

declare module 'virtual:price-list' {
  import type { PriceList } from '#domain/loans/products.ts';
  /** What its loans cost: the file's own list, or the standard one. */
  export const priceList: PriceList;
}

declare module 'virtual:claims' {
  import type { Institution } from '#content/institution/schema.ts';
  export const claims: Institution['claims'];
}

declare module 'virtual:texts' {
  /** Each text of `content/` by its file, `<name>.<language>`. For the build: no browser loads it. */
  export const texts: Readonly<Record<string, unknown>>;
}

declare module 'virtual:articles' {
  import type { ListedArticle } from '#content/texts.ts';
  /** The articles of the blog without their bodies, in its order. */
  export const articles: readonly ListedArticle[];
}
