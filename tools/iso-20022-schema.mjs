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
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/**
 * The official schemas of the files that the product writes for its bank (ISO 20022): credit transfers and direct debits. The tests validate against
 * them. Their publishers hand them out for download only, so they cannot lie in this repository; Debian ships them inside a package of a banking
 * library.
 */

const PACKAGE = 'libhbci4j-core-java';
/** Of the files as ISO generated them (14 February 2019); Debian 12 and 13 carry the same bytes. */
const SHA_256 = {
  'pain.001.001.09': 'de038b373e47b0077b1832ddd81f4b2f1eb25d35721f62da1e38b7f5a09fda24',
  'pain.008.001.08': '7edf4e4ce34c47a5567af6a327e22af4ed4007f715822af9f353c94ecc10f5ba',
};
const NAMES = Object.keys(SHA_256);
const CACHED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'iso20022');

const nameOfFile = (message) => `${message}.xsd`;
const isTheSchema = (message, bytes) => createHash('sha256').update(bytes).digest('hex') === SHA_256[message];

/** Where the schema of a message lies, or null where there is none. */
export function schemaFile(message) {
  const file = join(process.env.ISO_20022_SCHEMAS ?? CACHED, nameOfFile(message));
  return existsSync(file) ? file : null;
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

/** Takes the schemas out of Debian's package without installing it, which would bring a Java with it. */
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
    const archive = readFileSync(join(jars, jar));
    const found = NAMES.map((message) => [message, fileInZip(archive, nameOfFile(message))]);
    return found.every(([message, bytes]) => isTheSchema(message, bytes)) ? found : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches the schemas where they are missing and can be had; says what is not checked where they cannot. */
export function ensureSchemas() {
  if (NAMES.every(schemaFile)) return;
  const { ISO_20022_SCHEMAS } = process.env;
  if (ISO_20022_SCHEMAS) {
    console.error(
      `ISO_20022_SCHEMAS names ${ISO_20022_SCHEMAS}, which does not hold ${NAMES.map(nameOfFile).join(' and ')}.`,
    );
    process.exit(1);
  }
  const found = fromDebian();
  if (!found) {
    console.log(
      `NOT CHECKED: the files for our bank against ISO 20022's own schemas (the tests concerned are skipped). They come with Debian's ${PACKAGE} through apt-get; elsewhere download ${NAMES.map(nameOfFile).join(' and ')} from iso20022.org and name their folder in ISO_20022_SCHEMAS.`,
    );
    return;
  }
  mkdirSync(CACHED, { recursive: true });
  for (const [message, bytes] of found) writeFileSync(join(CACHED, nameOfFile(message)), bytes);
}
