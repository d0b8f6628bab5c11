import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { showLanguage } from '../i18n/catalogue-files.ts';
import { currentLanguage } from '../i18n/catalogues.ts';
import { storedLanguage } from '../i18n/language-choice.ts';
import { languageInArea } from '../page/area-language.ts';
import { aroundNavigation } from '../page/navigation.ts';
import { useReadyScreen } from '../page/screens.ts';
import { cleanPath, type Match, matchPath } from '../page/site-map.ts';
import { Fence } from './fence.tsx';

function CurrentScreen({ match, location, onAlive }: ScreenAt) {
  const { Shell, Screen } = useReadyScreen(match);
  const { area } = match.route;
  // The entrance has languages that the areas behind it lack. Prerendering runs no effects.
  useLayoutEffect(() => {
    const language = languageInArea(area, storedLanguage());
    if (language !== currentLanguage()) void showLanguage(language);
  }, [area]);
  // Here and not in Root: a Suspense boundary is hydrated after its surroundings.
  useEffect(() => onAlive?.(), [onAlive]);
  // A screen remounts at each path, and keeps its state while only the query changes.
  return (
    <Shell>
      <Screen key={cleanPath(location)} params={match.params} />
    </Shell>
  );
}

interface ScreenAt extends Pick<RootProps, 'onAlive'> {
  readonly match: Match;
  readonly location: string;
}

/** The screen of the address. Going back to an address outside the application loads it. */
function Screens({ onAlive }: Pick<RootProps, 'onAlive'>) {
  const [location] = useLocation();
  const match = matchPath(location);
  useEffect(() => {
    if (!match) window.location.reload();
  }, [match]);
  return match ? <CurrentScreen match={match} location={location} onAlive={onAlive} /> : null;
}

interface RootProps {
  /** The path to render without an address bar: prerendering. */
  readonly path?: string;
  /** Called after hydration. */
  readonly onAlive?: () => void;
}

/** The whole application. The entrance's tree is prerendered to HTML and hydrated in the browser. */
export function Root({ path, onAlive }: RootProps) {
  // Prerendered pages have no query: the first render in the browser must not read it either (`ssrSearch`).
  return (
    <Router ssrPath={path} ssrSearch="" aroundNav={aroundNavigation}>
      <Fence>
        <Suspense fallback={null}>
          <Screens onAlive={onAlive} />
        </Suspense>
      </Fence>
    </Router>
  );
}
