import './styles.css';
import '../routes.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { needCatalogues, showLanguage } from '../i18n/catalogue-files.ts';
import { storedLanguage } from '../i18n/language-choice.ts';
import { referenceLanguage } from '../i18n/languages.ts';
import { languageInArea } from '../page/area-language.ts';
import { noteWhatWasTyped } from '../page/before-hydration.ts';
import { takeOverLinks } from '../page/navigation.ts';
import { prepareRoute } from '../page/screens.ts';
import { matchPath, namespacesOf } from '../page/site-map.ts';
import { Root } from './root.tsx';

declare global {
  interface Window {
    /** Set by the inline loader of prerendered pages: replays the clicks made before hydration. */
    pageIsAlive?: () => void;
  }
}

/** Everything between the two marks in the head belongs to the prerendered French page (app/start/document.ts). */
function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-page-head]')) element.remove();
}

/** Milliseconds to wait for the server before the screen is shown without its data. */
const patienceMs = 1000;

function alive(): void {
  document.getElementById('root')?.removeAttribute('inert');
  delete document.documentElement.dataset.langPending;
  takeOverLinks();
  window.pageIsAlive?.();
}

async function start(): Promise<void> {
  const page = document.getElementById('root');
  if (!page) throw new Error('The document has no #root.');
  const match = matchPath(location.pathname);
  if (!match) throw new Error(`No screen answers ${location.pathname}.`);
  const language = languageInArea(match.route.area, storedLanguage());
  const [{ readFirst }] = await Promise.all([
    prepareRoute(match.route),
    needCatalogues(namespacesOf(match.route), language),
  ]);

  const isFrame = 'frame' in page.dataset;
  if (page.hasChildNodes() && !isFrame && language === referenceLanguage) {
    noteWhatWasTyped(page);
    hydrateRoot(page, <Root onAlive={alive} />);
    return;
  }
  // In another language there is nothing to hydrate: the page is rendered anew while the French one is hidden.
  await showLanguage(language);
  removePrerenderedHead();
  if (!isFrame) {
    page.replaceChildren();
    createRoot(page).render(<Root onAlive={alive} />);
    return;
  }
  // The prerendered frame stays, inert, until the screen replaces it with its data. Rendered as a transition, so that the browser can respond
  // between slices.
  await Promise.race([readFirst?.(), new Promise((done) => setTimeout(done, patienceMs))]);
  startTransition(() => createRoot(page).render(<Root onAlive={alive} />));
}

void start();
