import { createContext, useContext } from 'react';
import type { LanguageCode } from '../i18n/languages.ts';

/** The public page that is being rendered: its French path (`/faq` for `/de/faq` too) and the languages it exists in. */
export interface CurrentPage {
  readonly path: string;
  readonly languages: readonly LanguageCode[];
}

export const PageContext = createContext<CurrentPage>({ path: '/', languages: [] });

export const useCurrentPage = (): CurrentPage => useContext(PageContext);
