import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it that are missing. One after the other, because `mkdirSync` with `recursive` never returns where the system says
 * that the parent is missing although it is there, as below `/proc`.
 * @throws the system's error when a file is in the way, the disk is full or the right to write is missing.
 */
export function makeFolderAndParents(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  // A folder that is there already costs one call, which also finds a file of its name.
  for (const each of missing.length > 0 ? missing : [folder]) makeOne(each);
}

/** Another process may make the same folder at the same moment. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== 'EEXIST' ||
      !statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    )
      throw error;
  }
}
