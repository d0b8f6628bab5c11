import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { useT } from '../i18n/t.ts';
import { aroundNavigation } from '../page/navigation.ts';
import { useReadyScreen } from '../page/screens.ts';
import { cleanPath, matchPath } from '../page/site-map.ts';

function CurrentScreen({ onAlive }: Pick<RootProps, 'onAlive'>) {
  const [location] = useLocation();
  const match = matchPath(location);
  const { Shell, Screen } = useReadyScreen(match);
  // Here and not in Root: a Suspense boundary is hydrated after its surroundings.
  useEffect(() => onAlive?.(), [onAlive]);
  // A screen remounts at each path, and keeps its state while only the query changes.
  return (
    <Shell>
      <Screen key={cleanPath(location)} params={match.params} />
    </Shell>
  );
}

/** Shown when a screen throws: what happened, what was kept, what to do. */
function BrokenScreen() {
  const t = useT();
  return (
    <main className="page section">
      <div className="stack">
        <h1 className="page-title">{t('common.broken.title')}</h1>
        <p className="page-lead">{t('common.broken.explanation')}</p>
        <p>
          <button type="button" className="btn" data-tone="primary" onClick={() => window.location.reload()}>
            {t('common.broken.reload')}
          </button>
        </p>
      </div>
    </main>
  );
}

class Fence extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenScreen /> : this.props.children;
  }
}

interface RootProps {
  /** The path to render without an address bar: prerendering. */
  readonly path?: string;
  /** Called after hydration. */
  readonly onAlive?: () => void;
}

/** The whole application. The same tree is prerendered to HTML and hydrated in the browser. */
export function Root({ path, onAlive }: RootProps) {
  // Prerendered pages have no query: the first render in the browser must not read it either (`ssrSearch`).
  return (
    <Router ssrPath={path} ssrSearch="" aroundNav={aroundNavigation}>
      <Fence>
        <Suspense fallback={null}>
          <CurrentScreen onAlive={onAlive} />
        </Suspense>
      </Fence>
    </Router>
  );
}
