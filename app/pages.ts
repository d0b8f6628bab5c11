import type { PublicPage } from './page/site-map.ts';

/**
 * The public pages, by their French paths; another language has them under its code (`/de/faq`). The build, the sitemap, the size check and the
 * tests read this one list. A screen is rendered by the build alone: what answers in it is an island (islands.ts). To add a page, add its line here.
 */

/** The shell of every public page. */
export const pageShell = () => import('./visitor/visitor-shell.tsx');

const content = ['visitor/content.css'];

export const pages: readonly PublicPage[] = [
  { path: '/', styles: ['visitor/home/home.css'], screen: () => import('./visitor/home.tsx') },
  {
    path: '/simulateur',
    styles: ['visitor/loan-simulator/simulator.css', 'ui/charts.css'],
    screen: () => import('./visitor/loan-simulator.tsx'),
  },
  {
    path: '/simulateur-virement',
    needsAccounts: true,
    screen: () => import('./visitor/transfer-simulator.tsx'),
  },
  { path: '/contact', screen: () => import('./visitor/contact.tsx') },
  { path: '/demande-de-pret', screen: () => import('./visitor/loan-request.tsx') },
  { path: '/prets', styles: content, screen: () => import('./visitor/offers.tsx') },
  { path: '/faq', styles: content, screen: () => import('./visitor/faq.tsx') },
  { path: '/temoignages', styles: content, screen: () => import('./visitor/testimonials.tsx') },
  { path: '/blog', styles: content, screen: () => import('./visitor/blog.tsx') },
  {
    path: '/article/:id',
    paths: ['/article/1', '/article/2', '/article/3', '/article/4'],
    unknown: '/article/inconnu',
    styles: content,
    screen: () => import('./visitor/article.tsx'),
  },
  { path: '/verifier', styles: content, screen: () => import('./visitor/verify.tsx') },
  { path: '/retractation', screen: () => import('./visitor/withdraw-from-contract.tsx') },
  { path: '/mentions-legales', styles: content, screen: () => import('./visitor/legal.tsx') },
  { path: '/confidentialite', styles: content, screen: () => import('./visitor/legal.tsx') },
  { path: '/confidentialite/resume', styles: content, screen: () => import('./visitor/privacy-summary.tsx') },
  {
    path: '/newsletter/confirmation',
    unlisted: true,
    styles: content,
    screen: () => import('./visitor/newsletter-confirmation.tsx'),
  },
  {
    path: '/newsletter/desinscription',
    unlisted: true,
    styles: content,
    screen: () => import('./visitor/newsletter-unsubscription.tsx'),
  },
  {
    path: '/documentation-api',
    languages: ['fr', 'en'],
    unlisted: true,
    styles: content,
    screen: () => import('./visitor/api-docs.tsx'),
  },
];

/** Any other path, answered with status 404 at the requested URL. */
export const notFoundPage: PublicPage = {
  path: '/404',
  unlisted: true,
  screen: () => import('./visitor/not-found.tsx'),
};
