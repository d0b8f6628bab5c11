import { prerenderedPaths } from '../../app/routes.ts';

const xml = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The files that machines read: sitemap, robots, web manifest. */
export async function siteFiles({ institution, publicUrl, isDemo, routes }) {
  const listed = routes.filter((route) => !route.unlisted).flatMap(prerenderedPaths);
  return {
    'robots.txt': isDemo
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
    'sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...listed.map((path) => `  <url><loc>${xml(publicUrl + (path === '/' ? '/' : path))}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
    'manifest.webmanifest': JSON.stringify({
      name: institution.brandName,
      short_name: institution.brandName,
      lang: 'fr',
      start_url: '/',
      display: 'standalone',
      background_color: '#f8f5ee',
      theme_color: '#0b4f3c',
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      ],
    }),
  };
}
