import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encryption of a file in pieces, so that it is read and written with little memory: AES-256-GCM under a random key of the file. The nonce is
 * the piece's number and whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár), so that a piece that was
 * moved, left out or cut off at the end opens nowhere; the file's id is authenticated with each, so that no piece opens in another file. The
 * key is used for one file, and each nonce once.
 */
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes of a file in one piece; the last has fewer. */
export const CHUNK_BYTES = 256 * 1024;

/** Where a piece belongs. */
export interface ChunkPlace {
  readonly fileId: string;
  /** From 0. */
  readonly number: number;
  readonly isLast: boolean;
}

export const newFileKey = (): Buffer => randomBytes(KEY_BYTES);

function nonceOf({ number, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(number, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** @returns the tag and the encrypted piece. */
export function encryptChunk(key: Buffer, place: ChunkPlace, content: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(place)).setAAD(Buffer.from(place.fileId));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([cipher.getAuthTag(), body]);
}

/** @throws Error when the piece is not what was encrypted for this place under this key. */
export function decryptChunk(key: Buffer, place: ChunkPlace, encrypted: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(place), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place.fileId))
    .setAuthTag(encrypted.subarray(0, TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(TAG_BYTES)), decipher.final()]);
}
