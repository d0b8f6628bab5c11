import type { ComponentType, ReactNode } from 'react';
import { type LanguageCode, languages } from '../i18n/languages.ts';

/**
 * The types of the site map and its queries. The map itself, `app/routes.ts`, imports every screen and screens import this room, so it is passed
 * in.
 */

/** Which shell surrounds the screen. */
export type Area = 'sign-in' | 'client' | 'admin';

/** A screen's props: the named parts of its path. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** A screen of the single-page application. */
export interface Route {
  /** The path; `:name` stands for one segment, given to the screen as `params.name`. */
  readonly path: string;
  readonly area: Area;
  readonly screen: () => Promise<{ default: ComponentType<ScreenProps> }>;
  /** Catalogues of `locales/<code>/` that the screen reads, beyond those of its area. */
  readonly namespaces?: readonly string[];
  /** Rendered whole in French while building, and hydrated: the entrance, which many reach from a public page. */
  readonly isPrerendered?: true;
}

/** A public page: markup of one language per file, with islands where something answers (app/page/island.tsx). */
export interface PublicPage {
  /** Its path in French; `:name` stands for one segment, given to the screen as `params.name`. */
  readonly path: string;
  readonly screen: () => Promise<{ default: ComponentType<ScreenProps> }>;
  /** For a path with parameters: its concrete paths. */
  readonly paths?: readonly string[];
  /** For a path with parameters: the concrete path whose page is served, with status 404, for unlisted values. */
  readonly unknown?: string;
  /** Stylesheets beside those of every page, by their files in `app/`. */
  readonly styles?: readonly string[];
  /** The languages that have its words, when not all have: it is for developers. */
  readonly languages?: readonly LanguageCode[];
  /** Omitted from the sitemap and marked `noindex`. */
  readonly unlisted?: true;
  /** For a house whose clients pay from accounts of theirs with it (LC-6): others are built without it. */
  readonly needsAccounts?: true;
}

export interface SiteMap {
  readonly routes: readonly Route[];
  readonly shells: Readonly<
    Record<
      Area,
      () => Promise<{
        default: ComponentType<{ children: ReactNode }>;
        readFirst?: () => Promise<unknown>;
      }>
    >
  >;
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

/** The values of a pattern's named parts in a path; null when the path does not fit. */
export function paramsOf(pattern: string, url: string): Record<string, string> | null {
  const segments = cleanPath(url).split('/');
  const parts = pattern.split('/');
  const params: Record<string, string> = {};
  const fits = parts.every((part, index) => {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) return part === segment;
    params[part.slice(1)] = segment;
    return segment !== '';
  });
  return fits && parts.length === segments.length ? params : null;
}

/** The screen of a path and its parameters; null for an address outside the single-page application. */
export function matchPath(url: string): Match | null {
  for (const route of siteMap.routes) {
    const params = paramsOf(route.path, url);
    if (params) return { route, params };
  }
  return null;
}

/** All catalogues a route needs. */
export function namespacesOf(route: Route): readonly string[] {
  return [...new Set([...siteMap.areaNamespaces[route.area], ...(route.namespaces ?? [])])];
}

/** The concrete paths of a public page, except the one for unknown values. */
export function pathsOf(page: PublicPage): readonly string[] {
  return page.paths ?? [page.path];
}

/** The languages of a public page, in the order of the picker. */
export function languagesOf(page: PublicPage): readonly LanguageCode[] {
  return page.languages ?? languages.map(({ code }) => code);
}
