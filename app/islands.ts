import type { ComponentType } from 'react';
import type { IslandName } from './page/island.tsx';

/** The islands of the public pages: where the code of each is. Their words are declared in `island-words.ts`. */
export const islands: Readonly<
  Record<
    IslandName,
    // biome-ignore lint/suspicious/noExplicitAny: props come from the markup as JSON; each island names its own.
    () => Promise<{ default: ComponentType<any> }>
  >
> = {
  'api-docs': () => import('./visitor/api-docs/operations.tsx'),
  articles: () => import('./visitor/blog/article-list.tsx'),
  'card-request': () => import('./visitor/card-request-dialog.tsx'),
  'contact-form': () => import('./visitor/contact/contact-form.tsx'),
  'loan-request-form': () => import('./visitor/loan-request/request-form.tsx'),
  'loan-simulator': () => import('./visitor/loan-simulator/simulator.tsx'),
  'newsletter-confirmation': () => import('./visitor/newsletter/confirmation.tsx'),
  'newsletter-form': () => import('./visitor/newsletter/newsletter-form.tsx'),
  'newsletter-unsubscription': () => import('./visitor/newsletter/unsubscription.tsx'),
  'retraction-form': () => import('./visitor/withdraw-from-contract/declaration.tsx'),
  share: () => import('./visitor/article/share.tsx'),
  'transfer-simulator': () => import('./visitor/transfer-simulator/simulator.tsx'),
  useful: () => import('./visitor/article/useful.tsx'),
  voices: () => import('./visitor/home/carousel.tsx'),
};
