import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browsers beside Chromium, as Debian packages them. */
export const ENGINES = ['firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

const inPath = (program: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync);

/** The program to start, or null where one of the packages is missing. */
export function programOf(engine: Engine): string | null {
  if (engine === 'firefox') return inPath('firefox-esr') ?? null;
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  return inPath('WebKitWebDriver') && inPath('Xvfb') ? (miniBrowser ?? null) : null;
}

const packages: Record<Engine, string> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb',
};

/** One line for each browser that is not there. */
export default function sayWhatIsMissing(): void {
  for (const engine of ENGINES)
    if (!programOf(engine))
      console.error(
        `NOT CHECKED: the journeys in ${engine} (they are skipped). It comes with Debian: apt-get install ${packages[engine]}`,
      );
}
