import type { ComponentType } from 'react';
import type { TextName } from '#content/texts.ts';

/**
 * The site map: every URL, its screen, and what the screen needs before it can be drawn. The router, the prerender, the sitemap,
 * the size check and the tests all read this one list. A screen is written `() => import('./room/file.tsx')`, literally: the build
 * reads the file's name from it to know which chunks the page needs. To add a screen, add its line here; nothing else to register.
 */

/** Which shell surrounds the screen. */
export type Area = 'visitor' | 'sign-in' | 'client' | 'admin';

/** What a screen receives: the named parts of its path. */
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
   * Texts of `content/` that the screen shows, for the values of its path. A prerendered page contains them; they are fetched when the
   * browser draws the screen itself.
   */
  readonly texts?: (params: Readonly<Record<string, string>>) => readonly TextName[];
  /** Parts that the prerendered page shows as they stand (app/still.tsx). */
  readonly still?: keyof typeof stills;
  /**
   * Prerendered pages: `true` for the path itself, a list of concrete paths for a path with parameters, `false` for screens that
   * exist only for a signed-in person.
   */
  readonly prerender: boolean | readonly string[];
  /** For a path with parameters: the concrete path whose HTML answers, with status 404, for values that are not in the list. */
  readonly unknown?: string;
  /** Which JavaScript budget holds: a page to read, or a page with a simulator or a form. */
  readonly weight?: 'content' | 'form';
  /** Left out of the sitemap and marked `noindex`. */
  readonly unlisted?: boolean;
}

export const shells: Readonly<
  Record<
    Area,
    () => Promise<{
      default: ComponentType<{ children: React.ReactNode }>;
      readFirst?: () => Promise<unknown>;
    }>
  >
> = {
  visitor: () => import('./visitor/visitor-shell.tsx'),
  'sign-in': () => import('./sign-in/sign-in-shell.tsx'),
  client: () => import('./client/client-shell.tsx'),
  admin: () => import('./admin/admin-shell.tsx'),
};

/** Parts of public pages that stay as they were prerendered: their code and words are fetched when the browser draws them itself. */
export const stills = {
  footer: { parts: () => import('./visitor/footer.tsx'), namespaces: ['footer'] },
  home: { parts: () => import('./visitor/home/sections.tsx'), namespaces: ['home-sections'] },
} as const;

/** The still part of an area's shell. */
export const areaStills: Readonly<Partial<Record<Area, keyof typeof stills>>> = { visitor: 'footer' };

/** Catalogues that every screen of an area needs. */
export const areaNamespaces: Readonly<Record<Area, readonly string[]>> = {
  visitor: ['common', 'visitor'],
  'sign-in': ['common', 'errors', 'validation', 'sign-in'],
  client: ['common', 'errors', 'validation', 'security', 'legal-notices', 'movements', 'client'],
  admin: ['common', 'errors', 'validation', 'security', 'legal-notices', 'movements', 'admin'],
};

/** The tabs of the back office and the page of a client say the same things. */
const adminNamespaces = [
  'admin-overview',
  'admin-clients',
  'admin-loans',
  'admin-withdrawals',
  'admin-fees',
  'admin-enquiries',
  'admin-rates',
  'admin-audit',
  'admin-jobs',
  'admin-timeline',
  'admin-batches',
  'loan-reasons',
  'withdrawal-reasons',
];

export const routes: readonly Route[] = [
  {
    path: '/',
    area: 'visitor',
    prerender: true,
    namespaces: ['home'],
    still: 'home',
    screen: () => import('./visitor/home.tsx'),
  },
  {
    path: '/simulateur',
    area: 'visitor',
    prerender: true,
    weight: 'form',
    namespaces: ['simulator'],
    screen: () => import('./visitor/loan-simulator.tsx'),
  },
  {
    path: '/simulateur-virement',
    area: 'visitor',
    prerender: true,
    weight: 'form',
    namespaces: ['validation', 'transfer-simulator'],
    screen: () => import('./visitor/transfer-simulator.tsx'),
  },
  {
    path: '/contact',
    area: 'visitor',
    prerender: true,
    weight: 'form',
    namespaces: ['validation', 'contact'],
    screen: () => import('./visitor/contact.tsx'),
  },
  {
    path: '/demande-de-pret',
    area: 'visitor',
    prerender: true,
    weight: 'form',
    namespaces: ['validation', 'loan-request'],
    screen: () => import('./visitor/loan-request.tsx'),
  },

  {
    path: '/prets',
    area: 'visitor',
    prerender: true,
    namespaces: ['offers'],
    texts: () => ['offers', 'conditions'],
    screen: () => import('./visitor/offers.tsx'),
  },
  {
    path: '/faq',
    area: 'visitor',
    prerender: true,
    namespaces: ['faq'],
    texts: () => ['faq'],
    screen: () => import('./visitor/faq.tsx'),
  },
  {
    path: '/temoignages',
    area: 'visitor',
    prerender: true,
    namespaces: ['testimonials'],
    texts: () => ['testimonials'],
    screen: () => import('./visitor/testimonials.tsx'),
  },
  {
    path: '/blog',
    area: 'visitor',
    prerender: true,
    namespaces: ['blog', 'newsletter'],
    texts: () => ['articles'],
    screen: () => import('./visitor/blog.tsx'),
  },
  {
    path: '/article/:id',
    area: 'visitor',
    prerender: ['/article/1', '/article/2', '/article/3', '/article/4'],
    unknown: '/article/inconnu',
    namespaces: ['article', 'blog'],
    texts: ({ id }) => (/^[1-9]\d*$/.test(id ?? '') ? ['articles', `article-${Number(id)}`] : ['articles']),
    screen: () => import('./visitor/article.tsx'),
  },
  {
    path: '/verifier',
    area: 'visitor',
    prerender: true,
    namespaces: ['verify'],
    texts: () => ['verify'],
    screen: () => import('./visitor/verify.tsx'),
  },
  {
    path: '/mentions-legales',
    area: 'visitor',
    prerender: true,
    namespaces: ['legal'],
    texts: () => ['notices'],
    screen: () => import('./visitor/legal.tsx'),
  },
  {
    path: '/confidentialite',
    area: 'visitor',
    prerender: true,
    namespaces: ['legal'],
    texts: () => ['privacy', 'privacy-summary'],
    screen: () => import('./visitor/legal.tsx'),
  },
  {
    path: '/confidentialite/resume',
    area: 'visitor',
    prerender: true,
    namespaces: ['legal'],
    texts: () => ['privacy-summary'],
    screen: () => import('./visitor/privacy-summary.tsx'),
  },
  {
    path: '/newsletter/confirmation',
    area: 'visitor',
    prerender: true,
    unlisted: true,
    namespaces: ['newsletter'],
    screen: () => import('./visitor/newsletter-confirmation.tsx'),
  },
  {
    path: '/newsletter/desinscription',
    area: 'visitor',
    prerender: true,
    unlisted: true,
    namespaces: ['newsletter'],
    screen: () => import('./visitor/newsletter-unsubscription.tsx'),
  },
  {
    path: '/documentation-api',
    area: 'visitor',
    prerender: true,
    unlisted: true,
    namespaces: ['api-docs'],
    screen: () => import('./visitor/api-docs.tsx'),
  },

  {
    path: '/auth',
    area: 'sign-in',
    prerender: true,
    unlisted: true,
    weight: 'form',
    screen: () => import('./sign-in/client-sign-in.tsx'),
  },
  {
    path: '/compte',
    area: 'sign-in',
    prerender: true,
    unlisted: true,
    weight: 'form',
    screen: () => import('./sign-in/client-sign-in.tsx'),
  },
  {
    path: '/confirmer-adresse',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    namespaces: ['confirm-address'],
    screen: () => import('./sign-in/confirm-address.tsx'),
  },
  {
    path: '/garder-mon-adresse',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    namespaces: ['keep-address'],
    screen: () => import('./sign-in/keep-address.tsx'),
  },
  {
    path: '/courrier-de-demonstration',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    namespaces: ['mailbox'],
    screen: () => import('./sign-in/demo-mailbox.tsx'),
  },
  {
    path: '/client-personal-info',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    screen: () => import('./sign-in/personal-info.tsx'),
  },
  {
    path: '/client-account-selection',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    screen: () => import('./sign-in/account-selection.tsx'),
  },
  {
    path: '/client-signup',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    screen: () => import('./sign-in/account-selection.tsx'),
  },
  {
    path: '/client-dashboard',
    area: 'client',
    prerender: false,
    unlisted: true,
    namespaces: [
      'client-loans',
      'client-transfers',
      'client-fees',
      'client-profile',
      'client-transactions',
      'client-notices',
      'loan-reasons',
      'withdrawal-reasons',
      'notifications',
    ],
    screen: () => import('./client/dashboard.tsx'),
  },

  {
    path: '/admin-login',
    area: 'sign-in',
    prerender: false,
    unlisted: true,
    namespaces: ['admin-sign-in'],
    screen: () => import('./sign-in/admin-sign-in.tsx'),
  },
  {
    path: '/admin-dashboard',
    area: 'admin',
    prerender: false,
    unlisted: true,
    namespaces: adminNamespaces,
    screen: () => import('./admin/dashboard.tsx'),
  },
  {
    path: '/admin-dashboard/clients/:id',
    area: 'admin',
    prerender: false,
    unlisted: true,
    namespaces: adminNamespaces,
    screen: () => import('./admin/client-page.tsx'),
  },
];

/** Any other path. Its HTML is served with status 404 at whatever URL was asked. */
export const notFoundRoute: Route = {
  path: '/404',
  area: 'visitor',
  prerender: true,
  unlisted: true,
  namespaces: ['not-found'],
  screen: () => import('./visitor/not-found.tsx'),
};

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The path without query, fragment or closing slash. */
export function cleanPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] || '/';
  return path.replace(/\/+$/, '') || path;
}

/** The route of a path and the values of its named segments; the not-found route when none fits. */
export function matchPath(url: string): Match {
  const segments = cleanPath(url).split('/');
  for (const route of routes) {
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
  return { route: notFoundRoute, params: {} };
}

/** All catalogues a route needs. */
export function namespacesOf(route: Route): readonly string[] {
  return [...new Set([...areaNamespaces[route.area], ...(route.namespaces ?? [])])];
}

/** The concrete paths that become HTML files, the not-found page aside. */
export function prerenderedPaths(route: Route): readonly string[] {
  if (route.prerender === true) return [route.path];
  return route.prerender === false ? [] : route.prerender;
}
