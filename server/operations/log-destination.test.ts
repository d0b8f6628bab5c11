import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyFilledFolder } from '../testing/filled-folder.ts';
import { type Product, startProduct } from '../testing/product.ts';

/** Logs go to the standard output and nowhere else (ASVS 5.0, 16.2.3). */

let folder: string;
let product: Product | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-log-'));
});
afterEach(async () => {
  await product?.kill();
  rmSync(folder, { recursive: true, force: true });
});

// The destination does not depend on the database: one of the two is enough.
test.skipIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
  'a request is told on the standard output, in no file and not among the errors',
  async () => {
    await copyFilledFolder(join(folder, 'data'));
    product = startProduct({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info', TMPDIR: folder });
    let output = '';
    let errors = '';
    product.child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    product.child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const answer = await fetch(`${await product.ready}/api/session`);
    const reference = answer.headers.get('x-request-id') ?? 'none';
    await expect.poll(() => output).toContain(reference);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(errors).not.toContain(reference);

    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    const holding = files.filter((file) =>
      readFileSync(join(file.parentPath, file.name)).includes(reference),
    );
    expect(holding.map(({ name }) => name)).toEqual([]);
  },
);

test('only the composition root, the commands and the log write to the standard streams', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'));
  const writing = sources.filter((name) =>
    /\bconsole\.|process\.(stdout|stderr)|pino\.(destination|transport|multistream)/.test(
      readFileSync(join(root, name), 'utf8'),
    ),
  );
  expect(writing.sort()).toEqual([
    'administrator-commands.ts',
    'db/migrate.ts',
    'db/pglite.ts',
    'main.ts',
    'open-bank.ts',
    'operations/log.ts',
  ]);
});
