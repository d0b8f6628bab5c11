import type { ComponentType, ReactNode } from 'react';
import type { TextName } from '#content/texts.ts';

/**
 * The types of the site map and its queries. The map itself, `app/routes.ts`, imports every screen and screens import this room, so it is passed
 * in.
 */

/** Which shell surrounds the screen. */
export type Area = 'visitor' | 'sign-in' | 'client' | 'admin';

/** A screen's props: the named parts of its path. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

export interface Route {
  /** The path; `:name` stands for one segment, given to the screen as `params.name`. */
  readonly path: string;
  readonly area: Area;
  readonly screen: () => Promise<{ default: ComponentType<ScreenProps> }>;
  /** Catalogues of `locales/<code>/` that the screen reads, beyond those of its area. */
  readonly namespaces?: readonly string[];
  /**
   * Texts of `content/` that the screen shows, by the values of its path. A prerendered page contains them; they are fetched when the browser
   * renders the screen itself.
   */
  readonly texts?: (params: Readonly<Record<string, string>>) => readonly TextName[];
  /** Parts whose prerendered markup is kept (still.tsx). */
  readonly still?: StillName;
  /**
   * Prerendered pages: `true` for the path itself, a list of concrete paths for a path with parameters, `false` for screens that
   * exist only for a signed-in person.
   */
  readonly prerender: boolean | readonly string[];
  /** For a path with parameters: the concrete path whose HTML is served, with status 404, for unlisted values. */
  readonly unknown?: string;
  /** Which JavaScript budget applies: a reading page, or a page with a simulator or a form. */
  readonly weight?: 'content' | 'form';
  /** Omitted from the sitemap and marked `noindex`. */
  readonly unlisted?: boolean;
}

/** Parts of public pages that keep their prerendered markup. */
export type StillName = 'footer' | 'home';

type Parts = Readonly<Record<string, ComponentType>>;

export interface SiteMap {
  readonly routes: readonly Route[];
  /** Any other path. */
  readonly notFoundRoute: Route;
  readonly shells: Readonly<
    Record<
      Area,
      () => Promise<{
        default: ComponentType<{ children: ReactNode }>;
        readFirst?: () => Promise<unknown>;
      }>
    >
  >;
  readonly stills: Readonly<
    Record<StillName, { readonly parts: () => Promise<Parts>; readonly namespaces: readonly string[] }>
  >;
  /** The still part of an area's shell. */
  readonly areaStills: Readonly<Partial<Record<Area, StillName>>>;
  /** Catalogues that every screen of an area needs. */
  readonly areaNamespaces: Readonly<Record<Area, readonly string[]>>;
}

export let siteMap: SiteMap;

/** Sets the map before the first page is rendered. */
export function handInSiteMap(map: SiteMap): void {
  siteMap = map;
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The path without query, fragment or trailing slash. */
export function cleanPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] || '/';
  return path.replace(/\/+$/, '') || path;
}

/** The route of a path and its parameters; the not-found route when none matches. */
export function matchPath(url: string): Match {
  const segments = cleanPath(url).split('/');
  for (const route of siteMap.routes) {
    const pattern = route.path.split('/');
    if (pattern.length !== segments.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const segment = segments[index] ?? '';
      if (!part.startsWith(':')) return part === segment;
      params[part.slice(1)] = segment;
      return segment !== '';
    });
    if (fits) return { route, params };
  }
  return { route: siteMap.notFoundRoute, params: {} };
}

/** All catalogues a route needs. */
export function namespacesOf(route: Route): readonly string[] {
  return [...new Set([...siteMap.areaNamespaces[route.area], ...(route.namespaces ?? [])])];
}

/** The concrete paths that become HTML files, except the not-found page. */
export function prerenderedPaths(route: Route): readonly string[] {
  if (route.prerender === true) return [route.path];
  return route.prerender === false ? [] : route.prerender;
}
