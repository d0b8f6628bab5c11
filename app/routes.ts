import { handInSiteMap, type Route, type SiteMap } from './page/site-map.ts';

/**
 * The screens of the single-page application: every URL, its screen, and what the screen needs before it can be drawn. The router, the build, the
 * size check and the tests all read this one list. A screen is written `() => import('./room/file.tsx')`, literally: the build reads the file's
 * name from it to know which chunks the page needs. To add a screen, add its line here; nothing else to register. Public pages: `pages.ts`.
 */

export const shells: SiteMap['shells'] = {
  'sign-in': () => import('./sign-in/sign-in-shell.tsx'),
  client: () => import('./client/frame/client-shell.tsx'),
  admin: () => import('./admin/frame/admin-shell.tsx'),
};

/** Catalogues that every screen of an area needs. */
const areaNamespaces: SiteMap['areaNamespaces'] = {
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
  'admin-jobs',
  'admin-proposals',
  'admin-tasks',
  'admin-desk',
  'admin-timeline',
  'admin-batches',
  'admin-bank-lines',
  'admin-corrections',
  'loan-file',
  'loan-reasons',
  'withdrawal-reasons',
];

export const routes: readonly Route[] = [
  {
    path: '/auth',
    area: 'sign-in',
    isPrerendered: true,
    screen: () => import('./sign-in/client-sign-in.tsx'),
  },
  {
    path: '/compte',
    area: 'sign-in',
    isPrerendered: true,
    screen: () => import('./sign-in/client-sign-in.tsx'),
  },
  {
    path: '/confirmer-adresse',
    area: 'sign-in',
    namespaces: ['confirm-address'],
    screen: () => import('./sign-in/confirm-address.tsx'),
  },
  {
    path: '/garder-mon-adresse',
    area: 'sign-in',
    namespaces: ['keep-address'],
    screen: () => import('./sign-in/keep-address.tsx'),
  },
  {
    path: '/courrier-de-demonstration',
    area: 'sign-in',
    namespaces: ['mailbox'],
    screen: () => import('./sign-in/demo-mailbox.tsx'),
  },
  {
    path: '/client-personal-info',
    area: 'sign-in',
    screen: () => import('./sign-in/personal-info.tsx'),
  },
  {
    path: '/client-account-selection',
    area: 'sign-in',
    screen: () => import('./sign-in/account-selection.tsx'),
  },
  {
    path: '/client-signup',
    area: 'sign-in',
    screen: () => import('./sign-in/account-selection.tsx'),
  },
  {
    path: '/client-dashboard',
    area: 'client',
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
    namespaces: ['admin-sign-in'],
    screen: () => import('./sign-in/admin-sign-in.tsx'),
  },
  {
    path: '/admin-dashboard',
    area: 'admin',
    namespaces: adminNamespaces,
    screen: () => import('./admin/frame/dashboard.tsx'),
  },
  {
    path: '/admin-dashboard/clients/:id',
    area: 'admin',
    namespaces: [...adminNamespaces, 'mail-names'],
    screen: () => import('./admin/clients/client-page.tsx'),
  },
];

// app/page must not import the screens, so the site map passes its list in.
handInSiteMap({ routes, shells, areaNamespaces });
