import { createHash } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import {
  BANK_FILE_TYPE,
  type FileType,
  fileTypeOf,
  HEAD_BYTES,
  hasEnd,
  type KeptType,
  TAIL_BYTES,
} from '#domain/files/file-type.ts';
import type { Db } from '../db/database.ts';
import type { Seal } from '../sealing/seal.ts';
import type { Surroundings } from '../work/work.ts';
import type { Antivirus, Scan } from './antivirus.ts';
import { decryptChunk, encryptChunk, newFileKey } from './chunk-cipher.ts';
import { piecesOf } from './pieces.ts';
import {
  chunkOf,
  deleteAbandonedDrafts,
  deleteDraft,
  fileById,
  insertChunk,
  insertDraft,
  keepDraft,
} from './queries.ts';

/** A draft whose whole content has arrived. */
export interface ArrivedFile<Type extends KeptType = FileType> {
  readonly id: string;
  readonly mediaType: Type;
  readonly sizeBytes: number;
  readonly chunkCount: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  readonly scan: 'clean' | 'unscanned';
}

/** A kept file, to be read. */
export interface OpenFile {
  readonly mediaType: KeptType;
  readonly sizeBytes: number;
  readonly content: ReadableStream<Uint8Array>;
}

/** Where files are. The database by default, so that backups, restores and every node have them. */
export interface FileStore {
  /** Whether an antivirus looks into what arrives. */
  readonly isScanned: boolean;
  /**
   * Stores a stream as a draft. Whatever goes wrong, nothing of it stays.
   * @param db the database as the person reaches it: the file is theirs.
   * @param types what it may be, by its content.
   * @throws Refusal `document.upload-under-way` while the person's last upload has not ended; `document.empty`; `document.unknown-type`;
   * `document.damaged` for one without its end; `document.infected`; `service.unavailable` when the antivirus does not answer.
   */
  put(
    db: Db,
    personId: string,
    content: AsyncIterable<Uint8Array>,
    types: readonly FileType[],
  ): Promise<ArrivedFile>;
  /**
   * Stores what a bank sends as a draft of the house, whatever its bytes are. Several may be under way.
   * @throws Refusal `document.empty`; `document.infected`; `service.unavailable` when the antivirus does not answer.
   */
  putBankFile(db: Db, content: AsyncIterable<Uint8Array>): Promise<ArrivedFile<typeof BANK_FILE_TYPE>>;
  /** Keeps a draft, in the transaction that gives it its place. @throws Error when it is no draft any more. */
  keep(tx: Db, file: ArrivedFile<KeptType>, now: Date): Promise<void>;
  /** Deletes a draft that found no place. A kept file goes with its place (server/db/files.sql). */
  giveUp(db: Db, id: string): Promise<void>;
  /** A kept file; null when there is none. Its stream fails when a piece is missing or was altered. */
  open(db: Db, id: string): Promise<OpenFile | null>;
}

/**
 * A draft older than this belongs to a process that was ended. Longer than any upload may take (`UPLOAD_PATIENCE`, server/http/upload.ts).
 * Milliseconds.
 */
export const ABANDONED_AFTER_MS = 5 * 60_000;

/** What a file's key belongs to: it opens for that file of that person, or of the house, alone. */
export const sealedForFile = (id: string, personId: string | null): string =>
  `file ${id} of ${personId ?? 'the house'}`;

/** The type of a file that begins so. @throws Refusal `document.unknown-type` */
function acceptedType(head: Buffer, types: readonly FileType[]): FileType {
  const type = fileTypeOf(head);
  if (!type || !types.includes(type)) throw new Refusal('document.unknown-type');
  return type;
}

/** How a content is looked at while it arrives: what it is by its beginning, and whether it has its end. */
interface Examination<Type extends KeptType> {
  typeOf(head: Buffer): Type;
  hasEnd(type: Type, tail: Buffer): boolean;
}
const AS_BANK_FILE: Examination<typeof BANK_FILE_TYPE> = {
  typeOf: () => BANK_FILE_TYPE,
  hasEnd: () => true,
};

/** The last bytes of a file as it goes by. */
function createTail() {
  let tail: Buffer = Buffer.alloc(0);
  return {
    add(bytes: Buffer) {
      tail = Buffer.concat([tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    },
    bytes: () => tail,
  };
}

/** The content of a file, decrypted piece by piece as it is read. */
function contentOf(
  db: Db,
  { id, key, chunkCount }: { readonly id: string; readonly key: Buffer; readonly chunkCount: number },
): ReadableStream<Uint8Array> {
  let number = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const encrypted = await chunkOf(db, id, number);
        if (!encrypted) throw new Error(`piece ${number} of file ${id} is missing`);
        const isLast = number === chunkCount - 1;
        controller.enqueue(decryptChunk(key, { fileId: id, number, isLast }, encrypted));
        number += 1;
        if (isLast) controller.close();
      },
    },
    // The next piece is read when the last one has left.
    { highWaterMark: 0 },
  );
}

/** A file that is arriving, with the key that its pieces are encrypted under. */
interface Draft {
  readonly id: string;
  readonly key: Buffer;
}

/**
 * Reads a stream to its end, piece by piece: into the antivirus, encrypted into the database.
 * @param begin makes the draft once the type is known, so that nothing is written of what is refused anyway.
 */
async function takeIn<Type extends KeptType>(
  db: Db,
  content: AsyncIterable<Uint8Array>,
  examination: Examination<Type>,
  { scan, begin }: { readonly scan: Scan | null; readonly begin: () => Promise<Draft> },
): Promise<ArrivedFile<Type>> {
  const digest = createHash('sha256');
  const tail = createTail();
  let draft: Draft | null = null;
  let mediaType: Type | null = null;
  let sizeBytes = 0;
  let chunkCount = 0;
  try {
    for await (const { bytes, isLast } of piecesOf(content)) {
      if (!draft) {
        mediaType = examination.typeOf(bytes.subarray(0, HEAD_BYTES));
        draft = await begin();
      }
      await scan?.send(bytes);
      digest.update(bytes);
      tail.add(bytes);
      const place = { fileId: draft.id, number: chunkCount, isLast };
      await insertChunk(db, { ...place, content: encryptChunk(draft.key, place, bytes) });
      sizeBytes += bytes.length;
      chunkCount += 1;
    }
    if (!draft || !mediaType) throw new Refusal('document.empty');
    if (!examination.hasEnd(mediaType, tail.bytes())) throw new Refusal('document.damaged');
    if (scan && (await scan.verdict()) === 'infected') throw new Refusal('document.infected');
  } catch (error) {
    if (draft) await deleteDraft(db, draft.id);
    throw error;
  }
  return {
    id: draft.id,
    mediaType,
    sizeBytes,
    chunkCount,
    sha256: digest.digest('hex'),
    scan: scan ? 'clean' : 'unscanned',
  };
}

/** @param house the database without a person: drafts that a killed process left belong to any person. */
export function createFileStore(
  house: Db,
  {
    seal,
    surroundings,
    antivirus,
  }: { readonly seal: Seal; readonly surroundings: Surroundings; readonly antivirus: Antivirus },
): FileStore {
  /** Begins a draft; one at a time for a person. @throws Refusal `document.upload-under-way` */
  async function begin(db: Db, personId: string | null): Promise<Draft> {
    const now = surroundings.now();
    await deleteAbandonedDrafts(house, new Date(now.getTime() - ABANDONED_AFTER_MS));
    const id = surroundings.newId();
    const key = newFileKey();
    const sealedKey = seal.close(key, sealedForFile(id, personId));
    const isBegun = await insertDraft(db, { id, personId, sealedKey, createdAt: now });
    if (!isBegun) throw new Refusal('document.upload-under-way');
    return { id, key };
  }

  /** Takes a file in, with the antivirus where one is configured. */
  async function scanned<Type extends KeptType>(
    db: Db,
    personId: string | null,
    content: AsyncIterable<Uint8Array>,
    examination: Examination<Type>,
  ): Promise<ArrivedFile<Type>> {
    const scan = antivirus?.begin() ?? null;
    try {
      return await takeIn(db, content, examination, { scan, begin: () => begin(db, personId) });
    } finally {
      scan?.cancel();
    }
  }

  return {
    isScanned: antivirus !== null,
    put: (db, personId, content, types) =>
      scanned(db, personId, content, { typeOf: (head) => acceptedType(head, types), hasEnd }),
    putBankFile: (db, content) => scanned(db, null, content, AS_BANK_FILE),
    async keep(tx, file, now) {
      if (!(await keepDraft(tx, file, now))) throw new Error('a file that is kept is no draft any more');
    },
    giveUp: deleteDraft,
    async open(db, id) {
      const file = await fileById(db, id);
      if (!file) return null;
      const { mediaType, sizeBytes, chunkCount } = file;
      const key = seal.open(file.sealedKey, sealedForFile(id, file.personId));
      return { mediaType, sizeBytes, content: contentOf(db, { id, key, chunkCount }) };
    },
  };
}
