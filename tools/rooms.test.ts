import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { circlesOf, importsOfRooms } from './room-graph.mjs';

/** Imports that must be refused, because the wall they cross costs money or secrets when it breaks. */
const REFUSED: readonly (readonly [file: string, specifier: string])[] = [
  ['domain/loans/probe-a.ts', '#server/db/database.ts'],
  ['domain/loans/probe-b.ts', 'node:fs'],
  ['domain/loans/probe-c.ts', 'drizzle-orm'],
  ['domain/loans/probe-d.ts', '#contract/index.ts'],
  ['contract/probe-a.ts', '#server/db/database.ts'],
  ['contract/probe-b.ts', '#app/start/root.tsx'],
  ['contract/probe-c.ts', 'hono'],
  ['content/probe-a.ts', '#server/db/database.ts'],
  ['content/probe-b.ts', 'react'],
  ['app/client/probe-a.ts', '#server/db/database.ts'],
  ['app/client/probe-b.ts', '../admin/frame/dashboard.tsx'],
  ['app/client/probe-c.ts', '../visitor/home.tsx'],
  ['app/admin/probe-a.ts', '../client/frame/dashboard.tsx'],
  ['app/visitor/probe-a.ts', '../client/frame/dashboard.tsx'],
  ['app/visitor/probe-b.ts', 'react-aria-components'],
  ['app/ui/probe-a.ts', '../api/client.ts'],
  ['app/ui/probe-b.ts', '#domain/loans/schedule.ts'],
  ['app/client/probe-d.ts', 'hono'],
  ['server/loans/probe-a.ts', '../withdrawals/queries.ts'],
  ['server/loans/probe-b.ts', '#app/start/root.tsx'],
  ['server/loans/probe-c.ts', 'pg'],
  ['server/a-new-noun/probe-a.ts', '../loans/queries.ts'],
  ['server/a-new-noun/probe-b.ts', 'pdfkit'],
  ['server/loans/probe-h.ts', '../a-new-noun/queries.ts'],
  ['server/ledger/probe-b.ts', '../a-new-noun/queries.ts'],
  ['server/ledger/probe-a.ts', '../loans/queries.ts'],
  ['server/notifications/probe-a.ts', '../clients/queries.ts'],
  // Rooms that serve every noun are layers, and so are those above the nouns.
  ['server/http/probe-b.ts', '../auth/auth.ts'],
  ['server/bank/probe-a.ts', '../http/context.ts'],
  ['server/db/probe-a.ts', '../rates/queries.ts'],
  ['server/http/probe-c.ts', '../router.ts'],
  ['server/demo/probe-a.ts', '../jobs/run-due.ts'],
  ['server/desk/probe-a.ts', '../testing/test-bank.ts'],
  ['server/loans/probe-d.ts', 'react'],
  ['server/loans/probe-e.ts', '../testing/test-bank.ts'],
  ['server/utils/probe-a.ts', '../db/database.ts'],
  ['domain/lib/probe-a.ts', '../money/money.ts'],
  ['server/loans/probe-f.ts', './nowhere.ts'],
  ['server/loans/probe-g.ts', 'node:child_process'],
  ['server/http/probe-a.ts', 'node:vm'],
  ['server/probe-a.ts', 'node:worker_threads'],
];

/** Imports that the same rules let through: without them a rule that refuses everything would pass. */
const ALLOWED: readonly (readonly [file: string, specifier: string])[] = [
  ['domain/loans/fine-a.ts', '../money/money.ts'],
  ['domain/loans/fine-b.ts', 'zod/mini'],
  ['contract/fine-a.ts', '#domain/money/money.ts'],
  ['app/client/fine-a.ts', '../api/client.ts'],
  ['app/client/fine-b.ts', '#contract/index.ts'],
  ['app/client/fine-c.ts', 'react-aria-components'],
  ['server/loans/fine-a.ts', '../ledger/post.ts'],
  ['server/loans/fine-b.ts', '#contract/index.ts'],
  // A noun that no rule names: one folder on each floor.
  ['server/a-new-noun/fine-a.ts', '../ledger/post.ts'],
  ['server/a-new-noun/fine-b.ts', './queries.ts'],
  ['server/a-new-noun/fine-c.ts', '#contract/index.ts'],
  ['server/overview/fine-b.ts', '../a-new-noun/queries.ts'],
  ['domain/a-new-noun/fine-a.ts', '../money/money.ts'],
  ['app/admin/a-new-noun/fine-a.ts', '../../api/client.ts'],
  ['app/admin/frame/fine-a.ts', '../a-new-noun/fine-a.ts'],
  ['server/overview/fine-a.ts', '../loans/queries.ts'],
  ['server/auth/fine-a.ts', '../http/context.ts'],
  ['server/http/fine-a.ts', '../bank/bank.ts'],
  ['server/jobs/fine-a.ts', '../demo/people.ts'],
];

/** Files that the probes import; empty modules stand for them. */
const TARGETS = [
  'server/db/database.ts',
  'server/auth/auth.ts',
  'server/bank/bank.ts',
  'server/demo/people.ts',
  'server/http/context.ts',
  'server/jobs/run-due.ts',
  'server/rates/queries.ts',
  'server/router.ts',
  'server/loans/queries.ts',
  'server/a-new-noun/queries.ts',
  'server/withdrawals/queries.ts',
  'server/clients/queries.ts',
  'server/testing/test-bank.ts',
  'server/ledger/post.ts',
  'contract/index.ts',
  'domain/money/money.ts',
  'domain/loans/schedule.ts',
  'app/start/root.tsx',
  'app/api/client.ts',
  'app/admin/frame/dashboard.tsx',
  'app/client/frame/dashboard.tsx',
  'app/visitor/home.tsx',
];

const root = join(import.meta.dirname, '..');
let folder: string;
let refusedFiles: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-rooms-'));
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
    cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const target of TARGETS) write(target, 'export const nothing = 0;\n');
  for (const [file, specifier] of [...REFUSED, ...ALLOWED])
    write(file, `import * as it from '${specifier}';\nexport default it;\n`);
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'depcruise'),
    [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'domain',
      'contract',
      'server',
      'app',
      'content',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string }[] } };
  refusedFiles = new Set(summary.violations.map(({ from }) => from));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(REFUSED)('%s may not import %s', (file) => {
  expect(refusedFiles).toContain(file);
});

test.each(ALLOWED)('%s may import %s', (file) => {
  expect(refusedFiles).not.toContain(file);
});

/** Every import of the floors between files of ours, the importing file first. */
function* importsOfTree(): Generator<readonly [source: string, target: string]> {
  for (const floor of ['domain', 'contract', 'server', 'app', 'content'])
    for (const name of readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })) {
      const file = `${floor}/${name.replaceAll('\\', '/')}`;
      if (!/\.tsx?$/.test(file)) continue;
      for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(
        /\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g,
      ))
        yield [file, specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(file), specifier)];
    }
}

test('no room imports another that leads back to it', () => {
  const rooms = importsOfRooms(importsOfTree());
  expect(rooms.get('server/http')).toContain('server/bank');
  expect(circlesOf(rooms)).toEqual([]);
});

test('a circle of rooms is found, however long it is', () => {
  const imports = [
    ['server/http/context.ts', 'server/bank/bank.ts'],
    ['server/bank/bank.ts', 'server/db/database.ts'],
    ['server/db/database.ts', 'server/http/context.ts'],
    ['server/loans/queries.ts', 'server/db/database.ts'],
    ['server/db/database.test.ts', 'server/loans/queries.ts'],
  ] as const;
  expect(circlesOf(importsOfRooms(imports))).toEqual([
    'server/http → server/bank → server/db → server/http',
    'server/bank → server/db → server/http → server/bank',
    'server/db → server/http → server/bank → server/db',
  ]);
});
