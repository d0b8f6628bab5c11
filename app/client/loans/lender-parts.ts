import { lazy } from 'react';
import { needCatalogues } from '../../i18n/catalogue-files.ts';

/** What a house that does not lend shows of lenders (LC-6): fetched with its words only there. */
const part = <Name extends keyof typeof import('./lenders.tsx')>(name: Name) =>
  lazy(async () => {
    const [file] = await Promise.all([import('./lenders.tsx'), needCatalogues(['client-lenders'])]);
    return { default: file[name] };
  });

export const LenderChoice = part('LenderChoice');
export const LenderNote = part('LenderNote');
export const LenderSub = part('LenderSub');
