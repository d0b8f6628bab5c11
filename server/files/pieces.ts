import { CHUNK_BYTES } from './chunk-cipher.ts';

/** One piece of a file, and whether it is the last. */
export interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Cuts a stream into pieces of `CHUNK_BYTES`; no more than two of them are held. An empty stream has no piece. */
export async function* piecesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, void, void> {
  let room = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for await (const part of content) {
    let taken = 0;
    while (taken < part.length) {
      // A full piece waits for what follows: only then it is known not to be the last.
      if (filled === CHUNK_BYTES) {
        yield { bytes: room, isLast: false };
        room = Buffer.allocUnsafe(CHUNK_BYTES);
        filled = 0;
      }
      const length = Math.min(CHUNK_BYTES - filled, part.length - taken);
      room.set(part.subarray(taken, taken + length), filled);
      filled += length;
      taken += length;
    }
  }
  if (filled > 0) yield { bytes: room.subarray(0, filled), isLast: true };
}
