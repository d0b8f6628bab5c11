/** What people may upload. Nothing else is recognised, so that nothing else is ever stored. */
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** What a bank sends us. Its bytes are kept as they come, also when they cannot be read (PAY-17). */
export const BANK_FILE_TYPE = 'application/xml';
/** What the store keeps. */
export type KeptType = FileType | typeof BANK_FILE_TYPE;

/** Bytes at the beginning of a file from which its type is read. */
export const HEAD_BYTES = 16;
/**
 * Bytes at the end of a file in which its end mark has to stand. Cameras write data of their own after the end of a JPEG, mostly a few
 * kilobytes.
 */
export const TAIL_BYTES = 64 * 1024;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const PNG_HEAD = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

/**
 * The type of a file by its first bytes, whatever its name or its sender says; null for all others. A PDF begins at the first byte: what has
 * anything before it, such as an HTML page, may be read as that by another program.
 * @param head the first `HEAD_BYTES` of the file, or all of a shorter one.
 */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const text = latin1(head.subarray(0, HEAD_BYTES));
  if (/^%PDF-[12]\.\d/.test(text)) return 'application/pdf';
  if (text.startsWith(PNG_HEAD)) return 'image/png';
  // Start of image, then a marker: an application or comment segment, a table or a frame header.
  if (/^\xff\xd8\xff[\xc0-\xfe]/.test(text)) return 'image/jpeg';
  return null;
}

const END_MARKS: Record<FileType, readonly number[]> = {
  'application/pdf': [...'%%EOF'].map((letter) => letter.charCodeAt(0)),
  'image/jpeg': [0xff, 0xd9],
  'image/png': [...'IEND'].map((letter) => letter.charCodeAt(0)).concat(0xae, 0x42, 0x60, 0x82),
};

/**
 * Whether a file of this type is there to its end: one that was cut off has no end mark.
 * @param tail the last `TAIL_BYTES` of the file, or all of a shorter one.
 */
export function hasEnd(type: FileType, tail: Uint8Array): boolean {
  const mark = END_MARKS[type];
  for (let at = tail.length - mark.length; at >= 0; at -= 1)
    if (mark.every((byte, index) => tail[at + index] === byte)) return true;
  return false;
}
