import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/**
 * The official schema of the credit transfer file (ISO 20022, pain.001.001.09), against which the tests validate what the product writes.
 * Its publishers hand it out for download only, so it cannot lie in this repository; Debian ships it inside a package of a banking library.
 */

const PACKAGE = 'libhbci4j-core-java';
const NAME = 'pain.001.001.09.xsd';
/** Of the file as ISO generated it (14 February 2019); Debian 12 and 13 carry the same bytes. */
const SHA_256 = 'de038b373e47b0077b1832ddd81f4b2f1eb25d35721f62da1e38b7f5a09fda24';
const CACHED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'iso20022', NAME);

const isTheSchema = (bytes) => createHash('sha256').update(bytes).digest('hex') === SHA_256;

/** Where the schema lies, or null where there is none. */
export function schemaFile() {
  const { ISO_20022_SCHEMA } = process.env;
  return ISO_20022_SCHEMA ?? (existsSync(CACHED) ? CACHED : null);
}

/** One file of a zip archive, found by the archive's own directory at its end. */
function fileInZip(zip, name) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at));
    if (zip.toString('utf8', entry + 46, entry + 46 + nameLength) === name) {
      const header = zip.readUInt32LE(entry + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const bytes = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
      return zip.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes);
    }
    entry += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`${name} is not in the archive`);
}

/** Takes the schema out of Debian's package without installing it, which would bring a Java with it. */
function fromDebian() {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-schema-'));
  const run = (command, ...args) => spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0;
  // A machine that has never asked for its lists of packages has none.
  const download = () => run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', PACKAGE);
  try {
    if (!download() && !(run('apt-get', 'update') && download())) return null;
    if (!run('dpkg-deb', '-x', readdirSync(folder)[0], folder)) return null;
    const jars = join(folder, 'usr', 'share', 'java');
    const jar = readdirSync(jars).find((file) => file.endsWith('.jar'));
    const bytes = fileInZip(readFileSync(join(jars, jar)), NAME);
    return isTheSchema(bytes) ? bytes : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches the schema where it is missing and can be had; says what is not checked where it cannot. */
export function ensureSchema() {
  const file = schemaFile();
  if (file) {
    if (existsSync(file)) return;
    console.error(`ISO_20022_SCHEMA names ${file}, which does not exist.`);
    process.exit(1);
  }
  const bytes = fromDebian();
  if (!bytes) {
    console.log(
      `NOT CHECKED: the SEPA file against ISO 20022's own schema (the tests concerned are skipped). It comes with Debian's ${PACKAGE} through apt-get; elsewhere download ${NAME} from iso20022.org and name it in ISO_20022_SCHEMA.`,
    );
    return;
  }
  mkdirSync(dirname(CACHED), { recursive: true });
  writeFileSync(CACHED, bytes);
}
