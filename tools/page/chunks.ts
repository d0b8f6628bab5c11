import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';
import type { Route } from '../../app/page/site-map.ts';
import { notFoundRoute, routes, shells } from '../../app/routes.ts';
import { moduleFile } from './assets.ts';

/**
 * How the browser's side is cut into files. Left alone, every component that two screens share becomes a file of its own, and a page
 * would need thirty. Instead, what a public page shares with others comes in a few pieces:
 *
 * - the entry: what every page needs to start;
 * - `frame`: the header and footer of the public pages, and what they are made of;
 * - `pages`: what four pages to read or more share;
 * - `<screen>-and-<screen>`: what fewer of them share, with each other or with screens with a form, named after them and `forms` for the
 *   latter, so that no other page carries it; a screen has one or two of them;
 * - `few`: what would be in several of those pieces and is needed behind the sign-in too, which would have to fetch them all;
 * - `forms`: what only public screens with a form or a simulator share.
 *
 * What one public screen shares with signed-in screens only is a piece of that screen, `<screen>-parts`; what the client area and the
 * back office share, shells and screens, is the piece `office`.
 *
 * A module goes to the first of these that needs it, and whatever a module imports is needed wherever that module is: so imports between
 * the pieces only ever lead up this list and never in a circle. Everything else is left to the bundler.
 */

type Modules = Rolldown.ChunkingContext;

/** Pages to read that share a module in a piece of their own rather than in every page's, at most. */
const FEW = 3;

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

/** Which of these screens need each module, by the screens' files. */
function users(screens: readonly Route[], modules: Modules): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of new Set(screens.map((route) => moduleFile(route.screen)))) {
    for (const id of reachable([file], modules)) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

function sorter(modules: Modules): (id: string) => string | null {
  const everything = [...routes, notFoundRoute];
  const publicScreens = everything.filter(({ area }) => area === 'visitor');
  const frame = reachable([moduleFile(shells.visitor)], modules);
  const usersOf = users(publicScreens, modules);
  const toRead = users(
    publicScreens.filter(({ weight }) => weight !== 'form'),
    modules,
  );
  const signedIn = everything
    .filter(({ area }) => area !== 'visitor')
    .map((route) => moduleFile(route.screen));
  const behindSignIn = reachable([...signedIn, moduleFile(shells['sign-in'])], modules);
  const areaOf = (area: 'client' | 'admin') =>
    reachable(
      [
        moduleFile(shells[area]),
        ...everything.filter((route) => route.area === area).map((route) => moduleFile(route.screen)),
      ],
      modules,
    );
  const client = areaOf('client');
  const admin = areaOf('admin');
  return (id) => {
    // What is loaded on its own keeps its own file.
    if ((modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) return null;
    // A stylesheet goes with the screens that import it, or every page would fetch the styles of its piece's other pages.
    if (/\.css(\?|$)/.test(id)) return null;
    if (frame.has(id)) return 'frame';
    const [user, ...others] = usersOf.get(id) ?? [];
    if (others.length > 0) {
      const readers = toRead.get(id) ?? [];
      if (readers.length === 0) return 'forms';
      if (readers.length > FEW) return 'pages';
      // An icon is not worth a request, nor worth fetching all of `few` for.
      if (readers.length > 1 && behindSignIn.has(id)) return isIcon(id) ? 'pages' : 'few';
      const sharers = readers.map((file) => basename(file, '.tsx')).sort();
      return [...sharers, ...(readers.length <= others.length ? ['forms'] : [])].join('-and-');
    }
    const isOffice = client.has(id) && admin.has(id);
    if (user) return isOffice || behindSignIn.has(id) ? `${basename(user, '.tsx')}-parts` : null;
    // Here too: an icon of one of the two areas is not worth a request.
    return isOffice || (isIcon(id) && (client.has(id) || admin.has(id))) ? 'office' : null;
  };
}

const isIcon = (id: string) => /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id);

const sorters = new WeakMap<object, (id: string) => string | null>();

function pieceOf(id: string, modules: Modules): string | null {
  let sort = sorters.get(modules);
  if (!sort) {
    sort = sorter(modules);
    sorters.set(modules, sort);
  }
  return sort(id);
}

/** The modules of the pieces whose name fits. The higher priority is served first, together with everything its modules import. */
function piece(priority: number, debugName: string, fits: (name: string) => boolean) {
  return {
    priority,
    debugName,
    name: (id: string, modules: Modules) => {
      const name = pieceOf(id, modules);
      return name !== null && fits(name) ? name : null;
    },
  };
}

export const browserChunks: Rolldown.OutputOptions = {
  // Names without words, as short as they may be: every page downloads those of all that the visitor might go on to.
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
  codeSplitting: {
    groups: [
      { name: 'base', tags: ['$initial'], priority: 8 },
      piece(7, 'frame', (name) => name === 'frame'),
      piece(6, 'pages', (name) => name === 'pages'),
      piece(5, 'few', (name) => name === 'few'),
      piece(4, 'of three', (name) => name.split('-and-').length === 3),
      piece(3, 'of two', (name) => name.split('-and-').length === 2),
      piece(2, 'forms', (name) => name === 'forms'),
      piece(1, 'parts', (name) => name.endsWith('-parts')),
      piece(0, 'office', (name) => name === 'office'),
    ],
  },
};
