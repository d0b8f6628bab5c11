import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hreflangOf, type LanguageCode, languageOf } from '../../app/i18n/languages.ts';
import type { PublicPage } from '../../app/page/site-map.ts';
import { escapeHtml } from '../../app/start/document.ts';
import type { Article } from '../../content/articles/articles.ts';
import type { Institution } from '../../content/institution/schema.ts';

/** The files that machines read beside the pages: sitemap, robots, web manifest, feed, icons. By name, as text or bytes. */

/** What the sitemap asks of the pages (app/start/entry-prerender.tsx). */
interface Site {
  readonly institution: Pick<Institution, 'brandName' | 'mode'>;
  readonly publicUrl: string;
  readonly articles: readonly Article[];
  readonly pages: readonly PublicPage[];
  readonly pathsOf: (page: PublicPage) => readonly string[];
  readonly languagesOf: (page: PublicPage) => readonly LanguageCode[];
  readonly pageAddress: (path: string, language: LanguageCode) => string;
}

/** Every page in every language, each with its translations. */
function sitemap({ publicUrl, pages, pathsOf, languagesOf, pageAddress }: Site): string {
  const entries = pages
    .filter((page) => !page.unlisted)
    .flatMap((page) =>
      pathsOf(page).flatMap((path) => {
        const addresses = languagesOf(page).map(
          (code) => [code, escapeHtml(publicUrl + pageAddress(path, code))] as const,
        );
        const links = addresses.map(
          ([code, address]) =>
            `<xhtml:link rel="alternate" hreflang="${hreflangOf(languageOf(code))}" href="${address}"/>`,
        );
        return addresses.map(([, address]) => `  <url><loc>${address}</loc>${links.join('')}</url>`);
      }),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

function feed(publicUrl: string, institution: Site['institution'], articles: readonly Article[]): string {
  const newestFirst = [...articles].sort((a, b) => b.date.localeCompare(a.date));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeHtml(`Blog – ${institution.brandName}`)}</title>`,
    `<link>${escapeHtml(`${publicUrl}/blog`)}</link>`,
    `<atom:link href="${escapeHtml(`${publicUrl}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    '<description>Comprendre le crédit et la banque, sans jargon.</description>',
    '<language>fr</language>',
    ...newestFirst.map((article) => {
      const address = escapeHtml(`${publicUrl}/article/${article.id}`);
      return [
        '<item>',
        `<title>${escapeHtml(article.titre)}</title>`,
        `<link>${address}</link>`,
        `<guid>${address}</guid>`,
        `<category>${escapeHtml(article.categorie)}</category>`,
        `<pubDate>${new Date(`${article.date}T08:00:00Z`).toUTCString()}</pubDate>`,
        `<description>${escapeHtml(article.resume)}</description>`,
        '</item>',
      ].join('\n');
    }),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function robots(publicUrl: string, isDemo: boolean): string {
  // A demonstration stays out of every index.
  if (isDemo) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function manifest(institution: Site['institution']): string {
  return JSON.stringify({
    name: institution.brandName,
    short_name: institution.brandName,
    lang: 'fr',
    start_url: '/',
    display: 'standalone',
    background_color: '#f8f5ee',
    theme_color: '#0b4f3c',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...[192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    ],
  });
}

/** The mark, for browser tabs, home screens and shared links. */
const IMAGES = ['icon.svg', 'icon-180.png', 'icon-192.png', 'icon-512.png', 'share.png'] as const;
const imageFolder = join(import.meta.dirname, '../../app/start/images');

export function siteFiles(site: Site): Record<string, string | Buffer> {
  const { institution, publicUrl, articles } = site;
  return {
    'sitemap.xml': sitemap(site),
    'robots.txt': robots(publicUrl, institution.mode === 'demo'),
    'manifest.webmanifest': manifest(institution),
    'blog/rss.xml': feed(publicUrl, institution, articles),
    ...Object.fromEntries(IMAGES.map((name) => [name, readFileSync(join(imageFolder, name))])),
  };
}
