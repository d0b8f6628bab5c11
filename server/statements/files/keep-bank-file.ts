import { Refusal } from '#domain/errors.ts';
import type { BANK_FILE_TYPE } from '#domain/files/file-type.ts';
import type { BankFileSource } from '#domain/statements/states.ts';
import type { ArrivedFile, FileStore } from '../../files/file-store.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { bankFileBySha256, houseAccounts, insertBankFile, readAgain } from './file-queries.ts';
import { readUnknownAgain, waitsToBeReadAgain } from './read-unknown-again.ts';

export type ArrivedBankFile = ArrivedFile<typeof BANK_FILE_TYPE>;

/** A kept file of a bank, and whether its bytes were here before. */
export interface KeptBankFile {
  readonly bankFileId: string;
  readonly isAgain: boolean;
}

/**
 * Keeps a file that has arrived (PAY-17). The same bytes again are the file that is there, also when two people send them at once: the
 * second waits at the unique digest. One that was refused for its version is read once more, and one with a statement of an account that was unknown
 * and is ours by now.
 */
export async function keepBankFile(
  work: Work,
  files: FileStore,
  file: ArrivedBankFile,
  { name, source }: { readonly name: string; readonly source: BankFileSource },
): Promise<KeptBankFile> {
  const { sha256, sizeBytes } = file;
  const row = {
    id: work.newId(),
    fileId: file.id,
    name,
    sha256,
    sizeBytes,
    source,
    senderId: work.actorId,
    receivedAt: work.now,
    state: 'received' as const,
  };
  if (await insertBankFile(work.tx, row)) {
    await files.keep(work.tx, file, work.now);
    await announce(work, { staff: true }, ['bank']);
    return { bankFileId: row.id, isAgain: false };
  }
  const before = await bankFileBySha256(work.tx, sha256);
  if (!before) throw new Error('the same bytes are kept, and cannot be found');
  // It was no file of ours because of its version alone: the house may read that version by now.
  if (await readAgain(work.tx, before.id)) return { bankFileId: before.id, isAgain: false };
  // The account of one of its statements was none of ours, and is by now.
  const isOpenAgain =
    waitsToBeReadAgain(before) || (await readUnknownAgain(work.tx, await houseAccounts(work.tx), before.id));
  if (isOpenAgain) return { bankFileId: before.id, isAgain: false };
  return { bankFileId: before.id, isAgain: true };
}

/** The refusals of the store as those of a bank's file. */
const OF_BANK_FILE = { 'document.empty': 'file.empty', 'document.too-large': 'file.too-large' } as const;

/** Stores content with the refusals of a bank's file. @throws Refusal `file.empty`, `file.too-large`, and the store's others. */
export async function storeBankFile(
  files: FileStore,
  db: Work['tx'],
  content: AsyncIterable<Uint8Array>,
): Promise<ArrivedBankFile> {
  try {
    return await files.putBankFile(db, content);
  } catch (error) {
    if (error instanceof Refusal && error.code in OF_BANK_FILE)
      throw new Refusal(OF_BANK_FILE[error.code as keyof typeof OF_BANK_FILE], error.params);
    throw error;
  }
}
