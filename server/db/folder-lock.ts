import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolderAndParents } from './make-folder.ts';

/** Another process holds the folder. Who it said it is stands in the message, so that the operator knows what to stop. */
export class FolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(
      `The data folder ${folder} is in use by ${holder}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

/** What is in the folder is not a database that can be opened. Nothing of it is changed. */
export class FolderDamaged extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} is damaged: the embedded database cannot be opened (${(cause as Error).message.split('.')[0]}). Nothing in it was replaced. Restore a backup, or set DATA_DIR to another folder.`,
      { cause },
    );
    this.name = 'FolderDamaged';
  }
}

/** The folder cannot be made, entered or written to, or its first creation was cut short. */
export class FolderUnusable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FolderUnusable';
  }
}

/** @throws FolderUnusable when the folder is not there and cannot be made: a file of its name, no right to write. */
export function makeFolder(folder: string): void {
  try {
    makeFolderAndParents(folder);
  } catch (error) {
    throw new FolderUnusable(
      `The data folder ${folder} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder that this user may write to.`,
      error,
    );
  }
}

/** How long a start waits for the lock: others who try at the same moment let go of it within milliseconds, a holder does not. */
const PATIENCE_MS = 500;
/** What SQLite says of a file whose lock somebody else has. */
const SQLITE_BUSY = 5;

/** What the kernel locks: beside the folder, so that a restore may put another folder in its place, and never taken away. */
export const lockFileOf = (folder: string) => `${folder}.lock`;
/** Who holds the folder, to be told and for nothing else. */
const holderFileOf = (folder: string) => join(folder, 'guichet.lock');

/** Kept here: a lock that nothing refers to would be closed with its garbage. */
const held = new Set<DatabaseSync>();

function holderOf(folder: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(holderFileOf(folder), 'utf8'));
    return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  } catch {
    return 'another process';
  }
}

/** SQLite says « unable to open database file » of a folder that cannot be written to. */
function openLock(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(lockFileOf(folder), { timeout: PATIENCE_MS });
  } catch (error) {
    throw new FolderUnusable(
      `The data folder ${folder} cannot be written to. Set DATA_DIR to a folder that this user may write to.`,
      error,
    );
  }
}

/**
 * Takes the folder for this process alone. PGlite takes no lock of its own, and two processes on one folder lose acknowledged rows
 * without a word. The lock is the kernel's, by way of SQLite's on an empty file: it ends with its holder however that dies, and holds
 * between containers on one volume, where process ids say nothing (decision 0021).
 * @returns a function that gives the folder back.
 * @throws FolderInUse when another process holds it; FolderUnusable when nothing can be written there.
 */
export function lockFolder(folder: string): () => void {
  makeFolder(folder);
  const lock = openLock(folder);
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new FolderInUse(folder, holderOf(folder));
    throw error;
  }
  held.add(lock);
  writeFileSync(holderFileOf(folder), JSON.stringify({ pid: process.pid, host: hostname() }));
  return () => {
    if (!held.delete(lock)) return;
    rmSync(holderFileOf(folder), { force: true });
    lock.close();
  };
}
