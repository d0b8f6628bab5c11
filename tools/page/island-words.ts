import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { islandWords, wordsOfAll } from '../../app/island-words.ts';
import { islands } from '../../app/islands.ts';
import type { IslandName } from '../../app/page/island.tsx';
import { moduleFile } from './assets.ts';

/**
 * Fails the build when the code of an island names a word that `app/island-words.ts` does not declare for it: the island would show the word's key.
 */

const root = join(import.meta.dirname, '../..');
const namespaces = readdirSync(join(root, 'locales/fr')).map((file) => file.replace(/\.json$/, ''));
const named = new RegExp(`['"\`]((?:${namespaces.join('|')})\\.[\\w.-]*)(\\$\\{)?`, 'g');

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Whether the declared words hold a key, or for a key whose end is chosen while running (`isOpen`) some of those that it may be. */
export function isDeclared(key: string, isOpen: boolean, words: readonly string[]): boolean {
  return words.some(
    (word) => key === word || key.startsWith(`${word}.`) || (isOpen && `${word}.`.startsWith(key)),
  );
}

/** The words that code names and the list does not declare. Names of files look alike and are left out. */
export function undeclaredWords(code: string, words: readonly string[]): string[] {
  return [...code.replace(comments, '').matchAll(named)].flatMap(([, key = '', open]) =>
    /\.(tsx?|css|json|js)$/.test(key) || isDeclared(key, open !== undefined, words) ? [] : [key],
  );
}

export function declaredWords(): Plugin {
  return {
    name: 'guichet:declared-words',
    apply: (_, { isSsrBuild, command }) => command === 'build' && !isSsrBuild,
    buildEnd() {
      const faults: string[] = [];
      for (const [island, part] of Object.entries(islands)) {
        const declared = [...wordsOfAll, ...islandWords[island as IslandName]];
        const seen = new Set<string>();
        const queue = [join(root, moduleFile(part))];
        for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
          if (seen.has(id) || id.includes('/node_modules/')) continue;
          seen.add(id);
          const module = this.getModuleInfo(id);
          queue.push(...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? []));
          const missing = undeclaredWords(module?.code ?? '', declared);
          if (missing.length > 0) faults.push(`${island}: ${missing.join(', ')} (${id})`);
        }
      }
      if (faults.length > 0) this.error(`Islands show words that they do not declare.\n${faults.join('\n')}`);
    },
  };
}
