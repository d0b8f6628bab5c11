import { BANK_FILE_TYPE } from '../files/file-type.ts';

/** Files that one person imports at once. */
export const MAX_BANK_FILES = 10;

/** What an import takes (PAY-17): any file of at most 50 MB of 1 048 576 bytes; its content decides what it is. */
export const BANK_FILE_LIMITS = { types: BANK_FILE_TYPE, maxBytes: 50 * 1024 * 1024 } as const;
