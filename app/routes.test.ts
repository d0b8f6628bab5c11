import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { islands } from './islands.ts';
import { pageAddress } from './page/page-address.ts';
import { cleanPath, languagesOf, matchPath, paramsOf, pathsOf } from './page/site-map.ts';
import { notFoundPage, pages } from './pages.ts';
import { routes, shells } from './routes.ts';

/** The files of the literal imports in a list, which the build reads. */
function importsIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  return [...source.matchAll(/: \(\) => import\('\.\/(.+?\.tsx)'\)/g)].map(([, found = '']) => found);
}

describe('the site map', () => {
  it('names each path once', () => {
    const paths = [...routes, ...pages].map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each([
    ['routes.ts', routes.length + Object.keys(shells).length],
    ['pages.ts', pages.length + 1],
    ['islands.ts', Object.keys(islands).length],
  ])('%s names existing files by literal imports that the build can read', (list, count) => {
    const files = importsIn(list);
    expect(files).toHaveLength(count);
    for (const file of files) expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
  });

  it('names existing stylesheets', () => {
    for (const file of pages.flatMap(({ styles }) => styles ?? []))
      expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
  });

  it('resolves each of its own paths', () => {
    for (const route of routes) expect(matchPath(route.path)?.route).toBe(route);
    for (const page of pages)
      for (const path of pathsOf(page)) expect(paramsOf(page.path, path), path).not.toBeNull();
  });

  it('leaves every other path to the server', () => {
    for (const path of [
      '/nowhere',
      '/',
      '/prets',
      '/admin-dashboard/clients',
      '/admin-dashboard/clients/',
      '//',
    ])
      expect(matchPath(path), path).toBeNull();
  });

  it('gives no page an address of another, in any language', () => {
    const addresses = [...pages, notFoundPage].flatMap((page) =>
      languagesOf(page).flatMap((code) => pathsOf(page).map((path) => pageAddress(path, code))),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { path } of routes) expect(addresses).not.toContain(path);
  });
});

describe('the address of a page', () => {
  it.each([
    ['/faq', 'fr', '/faq'],
    ['/', 'fr', '/'],
    ['/', 'de', '/de'],
    ['/?a=1', 'de', '/de?a=1'],
    ['/#b', 'de', '/de#b'],
    ['/blog?categorie=conseils#newsletter', 'pt', '/pt/blog?categorie=conseils#newsletter'],
  ] as const)('%s in %s is %s', (path, language, address) => {
    expect(pageAddress(path, language)).toBe(address);
  });
});

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/prets', '/prets'],
    ['/prets/', '/prets'],
    ['/simulateur?amount=10000#tableau', '/simulateur'],
    ['/?section=fees', '/'],
    ['', '/'],
  ])('%s is the page %s', (url, path) => {
    expect(cleanPath(url)).toBe(path);
  });
});
