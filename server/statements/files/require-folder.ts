import { accessSync, constants, statSync } from 'node:fs';
import { BadConfiguration } from '../../config.ts';
import { makeFolderAndParents } from '../../db/make-folder.ts';

/** Why a folder cannot be watched, in words for the operator; null when it can. */
function faultOfFolder(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'is not a folder';
    // Files are read, and moved away into folders that are made in it.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'does not exist'
      : 'cannot be read and written';
  }
}

/**
 * Makes sure at the start that the watched folder of the bank's files can be worked in (PAY-17): a mistyped path would wait for ever for files
 * that arrive somewhere else. A demonstration makes a folder that is missing; a live institution's operator makes it, with the rights that the
 * bank's transfer program needs.
 * @throws BadConfiguration with one line.
 */
export function requireBankFilesFolder(folder: string | null, mode: 'demo' | 'live'): void {
  if (folder === null) return;
  if (mode === 'demo') {
    try {
      makeFolderAndParents(folder);
    } catch {
      // What stands in its way is said below.
    }
  }
  const fault = faultOfFolder(folder);
  if (fault) throw new BadConfiguration([`BANK_FILES_DIR ${fault}: ${folder}.`]);
}
