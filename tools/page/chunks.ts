import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { islands } from '../../app/islands.ts';
import { routes, shells } from '../../app/routes.ts';
import { browserEntry, islandEntries, islandStarter, moduleFile, pageScript } from './assets.ts';

/**
 * How the browser's side is cut into files. Left alone, every component that two parts share becomes a file of its own, and a page would need
 * thirty. Instead, what is shared comes in a few pieces:
 *
 * - `page`: the script of public pages, which shares a few rules with the rest;
 * - `react`;
 * - `islands`: what starts every island, and what it shares with the rest;
 * - `parts`: what islands share; `views`: what only those without a form share; `figures`: what only those that compute amounts share; `forms`: what
 *   only those with a form share;
 * - `<island>-parts`: what one island shares with the single-page application;
 * - `base`: what starts the single-page application; `calls`: what of it only islands share that call the server;
 * - `office`: what the client area and the back office share;
 * - `counter`: short modules of the client area, some of which late parts of both areas share;
 * - `entrance`: what the back office shares with signing in and up;
 * - `staff`: what every screen of the back office needs, and short modules of a single one that its late parts share.
 *
 * A module goes to the first of these that needs it, and whatever it imports is needed there too: imports between the pieces lead up this list only.
 */

type Modules = Rolldown.ChunkingContext;

/** Characters of a module's code under which a request for it weighs more. */
const SLIGHT = 1700;

/** Characters of a module's code under which it may come with every island. */
const TINY = 600;

const root = join(import.meta.dirname, '../..');
const starterFile = join(root, islandStarter);
const entries = new Set([browserEntry, pageScript, ...islandEntries()].map((file) => join(root, file)));

/** What every form imports: an island that reaches it is one with a form. */
const formFile = join(root, 'app/form/form.ts');
/** What every computed amount comes from. */
const moneyFile = join(root, 'domain/money/money.ts');
/** What every call to the server goes through. */
const fetchFile = join(root, 'app/api/fetch.ts');

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

function sorter(modules: Modules): (id: string) => string | null {
  const page = reachable([pageScript], modules);
  const starter = reachable([islandStarter], modules);
  const base = reachable([browserEntry], modules);
  const parts = Object.entries(islands).map(([name, part]) => {
    const needs = reachable([moduleFile(part)], modules);
    return {
      name,
      needs,
      isForm: needs.has(formFile),
      hasFigures: needs.has(moneyFile),
      callsServer: needs.has(fetchFile),
    };
  });
  const areaOf = (area: 'client' | 'admin') =>
    reachable(
      [
        moduleFile(shells[area]),
        ...routes.filter((route) => route.area === area).map((route) => moduleFile(route.screen)),
      ],
      modules,
    );
  const client = areaOf('client');
  const admin = areaOf('admin');
  const staffScreens = routes
    .filter((route) => route.area === 'admin')
    .map((route) => reachable([moduleFile(shells.admin), moduleFile(route.screen)], modules));
  const entrance = reachable(
    [
      moduleFile(shells['sign-in']),
      ...routes.filter(({ area }) => area === 'sign-in').map((route) => moduleFile(route.screen)),
    ],
    modules,
  );
  /** Whether a module of one screen is shorter than a request for it, and needs nothing that is outside the pieces. */
  const isSlight = (id: string) => {
    const { code, importedIds } = modules.getModuleInfo(id) ?? {};
    return typeof code === 'string' && code.length <= SLIGHT && importedIds?.every(pieceOfModule) === true;
  };
  /** Whether a module is a few lines that need nothing of ours. */
  const isTiny = (id: string) => {
    const { code, importedIds } = modules.getModuleInfo(id) ?? {};
    return (
      typeof code === 'string' &&
      code.length <= TINY &&
      importedIds?.every((needed) => /[\\/]node_modules[\\/]react/.test(needed)) === true
    );
  };
  const pieceOfModule = (id: string): string | null => {
    // A stylesheet goes with the screens that import it.
    if (/\.css(\?|$)/.test(id)) return null;
    // An entry runs when it is imported: what it shares with others stands apart from it. The starter runs nothing, it only names its function.
    if (id === starterFile) return 'islands';
    if (entries.has(id)) return null;
    const isElsewhere = (areas: readonly ReadonlySet<string>[]) => areas.some((area) => area.has(id));
    const application = [base, entrance, client, admin];
    if (page.has(id))
      return isElsewhere([...application, starter, ...parts.map(({ needs }) => needs)]) ? 'page' : null;
    if (/[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(id)) return 'react';
    // What is loaded on its own keeps its own file.
    if ((modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) return null;
    if (starter.has(id))
      return isElsewhere([...application, ...parts.map(({ needs }) => needs)]) ? 'islands' : null;
    const users = parts.filter(({ needs }) => needs.has(id));
    const sharedPart = users.some(({ isForm }) => isForm) ? 'parts' : 'views';
    if (base.has(id) && users.length === 0) return 'base';
    if (users.length > 1 && users.every(({ callsServer }) => callsServer)) return 'calls';
    if (base.has(id)) return sharedPart;
    if (users.length > 1) {
      if (users.every(({ isForm }) => isForm)) return 'forms';
      return users.every(({ hasFigures }) => hasFigures) ? 'figures' : sharedPart;
    }
    // One icon, or a few lines, are not worth a request.
    if (users[0] && (isIcon(id) || isTiny(id)) && (client.has(id) || admin.has(id))) return sharedPart;
    const isOffice = client.has(id) && admin.has(id);
    if (users[0]) return isOffice || entrance.has(id) || client.has(id) ? `${users[0].name}-parts` : null;
    // An icon of one of the two areas is not worth a request.
    if (isOffice || (isIcon(id) && (client.has(id) || admin.has(id)))) return 'office';
    // Who signs up does not fetch the rest of what the staff need.
    if (staffScreens.every((screen) => screen.has(id)) || (admin.has(id) && isSlight(id)))
      return entrance.has(id) ? 'entrance' : 'staff';
    if (admin.has(id)) return null;
    return client.has(id) && !entrance.has(id) && isSlight(id) ? 'counter' : null;
  };
  return pieceOfModule;
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

const pieces = [
  'counter',
  'staff',
  'entrance',
  'office',
  'base',
  '-parts',
  'forms',
  'figures',
  'calls',
  'views',
  'parts',
  'islands',
  'react',
  'page',
];

export const browserChunks: Rolldown.OutputOptions = {
  // Names without words, as short as they may be: pages name the files that they may go on to.
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:7][extname]',
  codeSplitting: {
    groups: pieces.map((name, priority) =>
      piece(priority, name, (each) => (name === '-parts' ? each.endsWith(name) : each === name)),
    ),
  },
};
