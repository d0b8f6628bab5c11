import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve } from 'node:path';

/**
 * Loaded before the product (`node --import`), keeps beside the data folder `POWER_CUT_FOLDER` a second one, `POWER_CUT_SURVIVES`: what the
 * disk would hold had the power been cut at this moment. The order of names (made, renamed, removed, shortened) is the disk's journal
 * and survives at once; what is written into a file survives once that file is synced, page by page, and not before. Kill the process and
 * start on the second folder.
 *
 * With `POWER_CUT_FSYNC=ignored` a sync does nothing, as on a database whose fsync is off: the control that must lose something.
 */

const from = resolve(process.env.POWER_CUT_FOLDER ?? '');
const to = resolve(process.env.POWER_CUT_SURVIVES ?? '');
const isIgnored = process.env.POWER_CUT_FSYNC === 'ignored';
const PAGE = 8_192;

const real = { ...fs };
/** Open files of the folder: their path in it, shared by all descriptors of one file so that a rename moves them together. */
const open = new Map();
/** Pages of each file that were written and not synced. */
const unsynced = new Map();

const inside = (path) => {
  if (typeof path !== 'string') return null;
  const name = relative(from, resolve(path));
  return name.startsWith('..') ? null : name;
};
const surviving = (name) => join(to, name);
const pagesOf = (name) => {
  if (!unsynced.has(name)) unsynced.set(name, new Set());
  return unsynced.get(name);
};

fs.openSync = (path, flags, mode) => {
  const name = inside(path);
  const isNew = name !== null && !real.existsSync(path);
  const descriptor = real.openSync(path, flags, mode);
  if (name !== null && !real.fstatSync(descriptor).isDirectory()) {
    open.set(descriptor, name);
    const cuts =
      typeof flags === 'number' ? (flags & real.constants.O_TRUNC) !== 0 : String(flags).startsWith('w');
    if (isNew || cuts) {
      real.closeSync(real.openSync(surviving(name), 'w'));
      unsynced.delete(name);
    }
  }
  return descriptor;
};

fs.closeSync = (descriptor) => {
  open.delete(descriptor);
  return real.closeSync(descriptor);
};

fs.writeSync = (descriptor, data, ...rest) => {
  const written = real.writeSync(descriptor, data, ...rest);
  const name = open.get(descriptor);
  if (name !== undefined) {
    const position = typeof data === 'string' ? rest[0] : rest[2];
    const start =
      typeof position === 'number' ? position : Math.max(0, real.fstatSync(descriptor).size - written);
    for (let page = Math.floor(start / PAGE); page * PAGE < start + written; page += 1)
      pagesOf(name).add(page);
  }
  return written;
};

function sync(descriptor) {
  const name = open.get(descriptor);
  if (name === undefined || isIgnored || !real.existsSync(surviving(name))) return;
  const source = real.openSync(join(from, name), 'r');
  const target = real.openSync(surviving(name), 'r+');
  const buffer = Buffer.alloc(PAGE);
  for (const page of pagesOf(name)) {
    const length = real.readSync(source, buffer, 0, PAGE, page * PAGE);
    if (length > 0) real.writeSync(target, buffer, 0, length, page * PAGE);
  }
  unsynced.delete(name);
  real.closeSync(target);
  real.closeSync(source);
}

fs.fsyncSync = (descriptor) => {
  real.fsyncSync(descriptor);
  sync(descriptor);
};
fs.fdatasyncSync = (descriptor) => {
  real.fdatasyncSync(descriptor);
  sync(descriptor);
};

fs.ftruncateSync = (descriptor, length) => {
  real.ftruncateSync(descriptor, length);
  const name = open.get(descriptor);
  if (name !== undefined) real.truncateSync(surviving(name), length ?? 0);
};
fs.truncateSync = (path, length) => {
  real.truncateSync(path, length);
  const name = inside(path);
  if (name !== null) real.truncateSync(surviving(name), length ?? 0);
};

fs.renameSync = (before, after) => {
  real.renameSync(before, after);
  const [left, entered] = [inside(before), inside(after)];
  if (left === null || entered === null) return;
  real.renameSync(surviving(left), surviving(entered));
  const moved = (name) =>
    name === left ? entered : name.startsWith(`${left}/`) ? entered + name.slice(left.length) : name;
  for (const [descriptor, name] of open) open.set(descriptor, moved(name));
  for (const [name, pages] of [...unsynced]) {
    unsynced.delete(name);
    unsynced.set(moved(name), pages);
  }
};
fs.unlinkSync = (path) => {
  real.unlinkSync(path);
  const name = inside(path);
  if (name === null) return;
  real.rmSync(surviving(name), { force: true });
  unsynced.delete(name);
};
fs.mkdirSync = (path, options) => {
  const made = real.mkdirSync(path, options);
  const name = inside(path);
  if (name !== null)
    real.mkdirSync(surviving(name), {
      recursive: true,
      ...(typeof options === 'object' ? { mode: options?.mode } : {}),
    });
  return made;
};
fs.rmdirSync = (path, ...rest) => {
  real.rmdirSync(path, ...rest);
  const name = inside(path);
  if (name !== null) real.rmSync(surviving(name), { recursive: true, force: true });
};
fs.rmSync = (path, options) => {
  real.rmSync(path, options);
  const name = inside(path);
  if (name !== null) real.rmSync(surviving(name), { recursive: true, force: true });
};

syncBuiltinESMExports();
