import { handInSiteMap, type Route, type SiteMap } from './page/site-map.ts';

/**
 * The site map: every URL, its screen, and what the screen needs before it can be drawn. The router, the prerender, the sitemap,
 * the size check and the tests all read this one list. A screen is written `() => import('./room/file.tsx')`, literally: the build
 * reads the file's name from it to know which chunks the page needs. To add a screen, add its line here; nothing else to register.
 */

export const shells: SiteMap['shells'] = {
  visitor: () => import('./visitor/visitor-shell.tsx'),
  'sign-in': () => import('./sign-in/sign-in-shell.tsx'),
  client: () => import('./client/frame/client-shell.tsx'),
  admin: () => import('./admin/frame/admin-shell.tsx'),
};

/** Parts of public pages that keep their prerendered markup: their code and words are fetched only when the browser renders the page itself. */
export const stills = {
  footer: { parts: () => import('./visitor/footer.tsx'), namespaces: ['footer'] },
  home: { parts: () => import('./visitor/home/sections.tsx'), namespaces: ['home-sections'] },
} satisfies SiteMap['stills'];

/** The still part of an area's shell. */
const areaStills: SiteMap['areaStills'] = { visitor: 'footer' };

/** Catalogues that every screen of an area needs. */
const areaNamespaces: SiteMap['areaNamespaces'] = {
  visitor: ['common', 'visitor'],
  'sign-in': ['common', 'errors', 'validation', 'sign-in'],
  client: ['common', 'errors', 'validation', 'security', 'legal-notices', 'movements', 'client'],
  admin: ['common', 'errors', 'validation', 'security', 'legal-notices', 'movements', 'admin'],
};

/** The back office's tabs and the client page share their catalogues. */
const adminNamespaces = [
  'admin-overview',
  'admin-clients',
  'admin-loans',
  'admin-measures',
  'admin-recovery',
  'admin-withdrawals',
  'admin-fees',
  'admin-enquiries',
  'admin-rates',
  'admin-audit',
  'admin-jobs',
  'admin-timeline',
  'admin-batches',
  'loan-file',
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
    path: '/retractation',
    area: 'visitor',
    prerender: true,
    weight: 'form',
    namespaces: ['validation', 'retraction'],
    screen: () => import('./visitor/withdraw-from-contract.tsx'),
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
      'client-recovery',
      'client-repayments',
      'client-transfers',
      'client-fees',
      'client-profile',
      'client-transactions',
      'client-notices',
      'loan-file',
      'loan-reasons',
      'withdrawal-reasons',
      'notifications',
    ],
    screen: () => import('./client/frame/dashboard.tsx'),
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
    screen: () => import('./admin/frame/dashboard.tsx'),
  },
  {
    path: '/admin-dashboard/clients/:id',
    area: 'admin',
    prerender: false,
    unlisted: true,
    namespaces: adminNamespaces,
    screen: () => import('./admin/clients/client-page.tsx'),
  },
];

/** Any other path. Its HTML is served with status 404 at the requested URL. */
export const notFoundRoute: Route = {
  path: '/404',
  area: 'visitor',
  prerender: true,
  unlisted: true,
  namespaces: ['not-found'],
  screen: () => import('./visitor/not-found.tsx'),
};

// app/page must not import the screens, so the site map passes its list in.
handInSiteMap({ routes, notFoundRoute, shells, stills, areaStills, areaNamespaces });
