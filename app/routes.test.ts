import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanPath, matchPath, prerenderedPaths } from './page/site-map.ts';
import { notFoundRoute, routes, shells, stills } from './routes.ts';

describe('the site map', () => {
  it('names each path once', () => {
    const paths = routes.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('names existing screens, shells and still parts by literal imports that the build can read', () => {
    const source = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8');
    const files = [...source.matchAll(/: \(\) => import\('\.\/(.+?\.tsx)'\)/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(routes.length + 1 + Object.keys({ ...shells, ...stills }).length);
    for (const file of files) expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
  });

  it('resolves each of its own paths', () => {
    for (const route of routes) {
      for (const path of prerenderedPaths(route)) expect(matchPath(path).route).toBe(route);
      if (!route.path.includes(':')) expect(matchPath(route.path).route).toBe(route);
    }
  });

  it('resolves every other path to the 404 page', () => {
    for (const path of ['/nowhere', '/prets/autre', '/article', '/article/', '/article/1/2', '//']) {
      expect(matchPath(path).route, path).toBe(notFoundRoute);
    }
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
