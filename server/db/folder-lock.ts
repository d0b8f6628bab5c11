import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Another process holds the folder. Its pid is in the message, so that the operator knows what to stop. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process where the system tells it (Linux), so that a recycled pid is not mistaken for the holder. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Takes the folder for this process alone. PGlite takes no lock of its own, and two processes on one folder lose acknowledged rows
 * without a word. The lock is a file made with O_EXCL holding pid and start time; one left by a dead process is taken over.
 * @returns a function that gives the folder back.
 * @throws FolderInUse when a living process holds it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'guichet.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) }));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    let holder: { pid: number; startedAt: string };
    try {
      holder = JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      holder = { pid: -1, startedAt: '' };
    }
    const alive = holder.pid > 0 && isAlive(holder.pid) && startedAt(holder.pid) === holder.startedAt;
    if (alive) throw new FolderInUse(folder, holder.pid);
    rmSync(path, { force: true });
  }
  throw new Error(`The lock of the data folder ${folder} could not be taken.`);
}
