import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';

/**
 * Loaded before the product (`node --import`), makes the disk full for the data folder `DISK_FULL_FOLDER` as long as the file `DISK_FULL_WHILE`
 * is there: a write then fails with ENOSPC, as it does on a disk without space.
 */

const folder = resolve(process.env.DISK_FULL_FOLDER ?? '') + sep;
const marker = process.env.DISK_FULL_WHILE ?? '';

const real = { ...fs };
const open = new Set();

fs.openSync = (path, flags, mode) => {
  const descriptor = real.openSync(path, flags, mode);
  if (typeof path === 'string' && resolve(path).startsWith(folder)) open.add(descriptor);
  return descriptor;
};
fs.closeSync = (descriptor) => {
  open.delete(descriptor);
  return real.closeSync(descriptor);
};
fs.writeSync = (descriptor, ...rest) => {
  if (open.has(descriptor) && real.existsSync(marker))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
    });
  return real.writeSync(descriptor, ...rest);
};

syncBuiltinESMExports();
