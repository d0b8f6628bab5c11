import { type ComponentType, use } from 'react';
import { needCatalogues } from '../i18n/catalogue-files.ts';
import {
  type Area,
  type Match,
  matchPath,
  namespacesOf,
  type Route,
  type ScreenProps,
  siteMap,
} from './site-map.ts';

type Shell = ComponentType<{ children: React.ReactNode }>;

/** A screen with its dependencies: its code, its shell, its catalogues. */
export interface ReadyScreen {
  readonly area: Area;
  readonly Shell: Shell;
  readonly Screen: ComponentType<ScreenProps>;
  /** Starts the first reads of the shell and its screen, so that they render complete. */
  readonly readFirst?: (() => Promise<unknown>) | undefined;
}

const ready = new Map<Route, ReadyScreen>();
const underWay = new Map<Route, Promise<ReadyScreen>>();

/** Fetches what a route needs, once. A failed fetch is retried at the next call. */
export function prepareRoute(route: Route): Promise<ReadyScreen> {
  const known = underWay.get(route);
  if (known) return known;
  const preparing = Promise.all([
    route.screen(),
    siteMap.shells[route.area](),
    needCatalogues(namespacesOf(route)),
  ]).then(([screen, shell]) => {
    const result = {
      area: route.area,
      Shell: shell.default,
      Screen: screen.default,
      readFirst: shell.readFirst,
    };
    ready.set(route, result);
    return result;
  });
  underWay.set(route, preparing);
  preparing.catch(() => underWay.delete(route));
  return preparing;
}

export function isReady(url: string): boolean {
  const match = matchPath(url);
  return match !== null && ready.has(match.route);
}

/** Fetches what a path needs to be rendered in the browser: to prefetch a link, or to navigate. */
export async function prepare(url: string): Promise<ReadyScreen | null> {
  const match = matchPath(url);
  return match && prepareRoute(match.route);
}

/** The prepared screen. Suspends only after going back to a page that was reloaded, where nothing was prefetched. */
export function useReadyScreen({ route }: Match): ReadyScreen {
  return ready.get(route) ?? use(prepareRoute(route));
}
