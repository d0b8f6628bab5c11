import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { notFoundRoute, type Route, routes, shells } from '../../app/routes.ts';
import { moduleFile } from './assets.ts';

/**
 * How the browser's side is cut into files. Left alone, every component that two screens share becomes a file of its own, and a page
 * would need thirty. Instead, what a public page shares with others comes in at most four pieces:
 *
 * - the entry: what every page needs to start;
 * - `frame`: the header and footer of the public pages, and what they are made of;
 * - `pages`: what two public screens or more share, one of them a page to read;
 * - `forms`: what only public screens with a form or a simulator share.
 *
 * The shells of the client area and of the back office share a fifth, `office`.
 *
 * A module goes to the first of these that needs it, and whatever a module imports is needed wherever that module is: so imports between
 * the pieces only ever lead up this list and never in a circle. Everything else is left to the bundler.
 */

type Modules = Rolldown.ChunkingContext;

const root = join(import.meta.dirname, '../..');

/** Everything that these files import, with what that imports, and so on; not what they load later. */
function reachable(files: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const queue = files.map((file) => join(root, file));
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** How many of these screens need each module. */
function shares(screens: readonly Route[], modules: Modules): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of new Set(screens.map((route) => moduleFile(route.screen)))) {
    for (const id of reachable([file], modules)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function sorter(modules: Modules): (id: string) => string | null {
  const screens = [...routes, notFoundRoute].filter(({ area }) => area === 'visitor');
  const frame = reachable([moduleFile(shells.visitor)], modules);
  const all = shares(screens, modules);
  const toRead = shares(
    screens.filter(({ weight }) => weight !== 'form'),
    modules,
  );
  const client = reachable([moduleFile(shells.client)], modules);
  const admin = reachable([moduleFile(shells.admin)], modules);
  return (id) => {
    // What is loaded on its own keeps its own file.
    if ((modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) return null;
    if (frame.has(id)) return 'frame';
    const isOffice = client.has(id) && admin.has(id);
    const users = all.get(id) ?? 0;
    // With the offices as second user, so that a public page never fetches their piece.
    if (users > 1 || (users === 1 && isOffice)) return toRead.has(id) ? 'pages' : 'forms';
    return isOffice ? 'office' : null;
  };
}

const sorters = new WeakMap<object, (id: string) => string | null>();

function pieceOf(id: string, modules: Modules): string | null {
  let sort = sorters.get(modules);
  if (!sort) {
    sort = sorter(modules);
    sorters.set(modules, sort);
  }
  return sort(id);
}

const pieces = ['frame', 'pages', 'forms', 'office'];

export const browserChunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      { name: 'base', tags: ['$initial'], priority: pieces.length + 1 },
      ...pieces.map((piece, index) => ({
        name: (id: string, modules: Modules) => (pieceOf(id, modules) === piece ? piece : null),
        debugName: piece,
        priority: pieces.length - index,
      })),
    ],
  },
};
