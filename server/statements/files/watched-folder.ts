import { createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#domain/errors.ts';
import { acceptableFileName } from '#domain/files/file-name.ts';
import { BANK_FILE_LIMITS } from '#domain/statements/bank-file-limits.ts';
import { bankFileById } from './file-queries.ts';
import { importBankFile } from './import-bank-file.ts';
import { eachOf, type ImportingBank, importing } from './importing.ts';
import { keepBankFile, storeBankFile } from './keep-bank-file.ts';

/** A file whose size and times have not moved for so long is whole (PAY-17). Milliseconds. */
const STILL_MS = 30_000;

const DONE = 'done';
const REFUSED = 'refused';

/**
 * The files that wait in the folder, in the order of their names. Its time of change (`ctime`) moves with every byte that is written and
 * with its other times, and no program can set it back.
 */
async function wholeFiles(folder: string, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const whole: string[] = [];
  for (const name of names) {
    const stats = await lstat(join(folder, name)).catch(() => null);
    if (!stats?.isFile()) continue;
    // A time of writing to come is the sender's clock: nothing was written then yet.
    const writtenMs = stats.mtimeMs > now.getTime() ? stats.ctimeMs : stats.mtimeMs;
    if (Math.max(stats.ctimeMs, writtenMs) <= now.getTime() - STILL_MS) whole.push(name);
  }
  return whole;
}

/** Whether a file is gone: another node was first. */
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Puts a file where those that are dealt with lie, under its name and a number when that is taken. Another node may have done so. */
async function moveAway(folder: string, name: string, to: string, reason: string | null): Promise<void> {
  await mkdir(join(folder, to), { recursive: true });
  for (let number = 1; ; number += 1) {
    const target = join(folder, to, number === 1 ? name : `${name}.${number}`);
    // Taken by its creation, so that no other file of the name is written over.
    const place = await open(target, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return null;
    });
    if (!place) continue;
    await place.close();
    try {
      await rename(join(folder, name), target);
    } catch (error) {
      await unlink(target);
      if (!isGone(error)) throw error;
      return;
    }
    if (reason) await writeFile(`${target}.reason.txt`, `${reason}\n`);
    return;
  }
}

/** Keeps and imports one file. @returns why it is refused; null when it is read. */
async function takeFile(bank: ImportingBank, path: string, name: string): Promise<string | null> {
  const { database, files } = bank;
  const { size } = await lstat(path);
  if (size > BANK_FILE_LIMITS.maxBytes) return 'file.too-large';
  let arrived: Awaited<ReturnType<typeof storeBankFile>>;
  try {
    arrived = await storeBankFile(files, database.db, createReadStream(path));
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'service.unavailable') return error.code;
    throw error;
  }
  try {
    const { bankFileId } = await importing(bank, (work) =>
      keepBankFile(work, files, arrived, { name: acceptableFileName(name), source: 'folder' }),
    );
    await importBankFile(bank, bankFileId);
    const row = await bankFileById(database.db, bankFileId);
    return row?.state === 'refused' ? `${row.code} ${row.detail ?? ''}`.trim() : null;
  } finally {
    await files.giveUp(database.db, arrived.id);
  }
}

/**
 * Imports the files that lie whole in the watched folder, one after the other, and moves each to `done` or `refused`; beside a refused one
 * stands its reason. A file that a killed process had kept is not kept twice.
 * @param now the time of the machine, as the files' own times are.
 * @returns how many were dealt with.
 */
export async function importFromFolder(bank: ImportingBank, folder: string, now: Date): Promise<number> {
  const names = await wholeFiles(folder, now);
  await eachOf(names, async (name) => {
    try {
      const reason = await takeFile(bank, join(folder, name), name);
      await moveAway(folder, name, reason === null ? DONE : REFUSED, reason);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  });
  return names.length;
}
