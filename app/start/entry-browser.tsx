import './styles.css';
import '../routes.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { needCatalogues, showLanguage, storedLanguage } from '../i18n/catalogues.ts';
import { referenceLanguage } from '../i18n/languages.ts';
import { noteWhatWasTyped } from '../page/before-hydration.ts';
import { takeOverLinks } from '../page/navigation.ts';
import { prepare, prepareRoute } from '../page/screens.ts';
import { matchPath, namespacesOf } from '../page/site-map.ts';
import { Root } from './root.tsx';

declare global {
  interface Window {
    /** Set by the inline loader of prerendered pages: replays what was clicked before the page was alive. */
    pageIsAlive?: () => void;
  }
}

/** Everything between the two marks of the head belongs to the prerendered French page (app/start/document.ts). */
function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-page-head]')) element.remove();
}

/** A server that takes longer is waited for on the screen itself. */
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
  const { route } = matchPath(location.pathname);
  const language = storedLanguage();
  await Promise.all([prepareRoute(route), needCatalogues(namespacesOf(route), language)]);

  const isFrame = 'frame' in page.dataset;
  if (page.hasChildNodes() && !isFrame && language === referenceLanguage) {
    noteWhatWasTyped(page);
    hydrateRoot(page, <Root onAlive={alive} />);
    return;
  }
  // In another language there is nothing to hydrate: the page is drawn afresh while the French one is hidden.
  await showLanguage(language);
  const { readFirst } = await prepare(location.pathname);
  removePrerenderedHead();
  if (!isFrame) {
    page.replaceChildren();
    createRoot(page).render(<Root onAlive={alive} />);
    return;
  }
  // The frame stays until the screen takes its place with what it shows, out of reach until then: nothing in it would answer. Drawn as a
  // transition, the screen is drawn in slices between which the browser answers.
  await Promise.race([readFirst?.(), new Promise((done) => setTimeout(done, patienceMs))]);
  startTransition(() => createRoot(page).render(<Root onAlive={alive} />));
}

void start();
