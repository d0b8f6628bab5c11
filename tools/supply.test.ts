import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  billOfMaterials,
  faultsOfPackages,
  type Lock,
  type Manifest,
  SECRET_PATTERNS,
  secretsIn,
} from './supply.mjs';

const root = join(import.meta.dirname, '..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const manifest = read('package.json') as Manifest;
const lock = read('package-lock.json') as Lock;

/** The lock file with one package of it changed. */
const withEntry = (path: string, change: Record<string, unknown>): Lock => ({
  ...lock,
  packages: { ...lock.packages, [path]: { ...lock.packages[path], ...change } },
});

describe('what is installed', () => {
  test('is named exactly, byte for byte, and runs no script that is not named', () => {
    expect(faultsOfPackages(manifest, lock)).toEqual([]);
  });

  test.each([
    [
      'a range',
      { ...manifest, dependencies: { ...(manifest.dependencies as object), hono: '^4.13.19' } },
      lock,
      'hono is asked for as',
    ],
    [
      'a version the lock does not have',
      { ...manifest, dependencies: { ...(manifest.dependencies as object), hono: '4.0.0' } },
      lock,
      'hono is',
    ],
    [
      'a package that is not in the lock',
      { ...manifest, dependencies: { ...(manifest.dependencies as object), unheard: '1.0.0' } },
      lock,
      'unheard is not in the lock',
    ],
    ['no digest', manifest, withEntry('node_modules/hono', { integrity: undefined }), 'hono has no SHA-512'],
    [
      'a weak digest',
      manifest,
      withEntry('node_modules/hono', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
      'hono has no SHA-512',
    ],
    [
      'another place',
      manifest,
      withEntry('node_modules/hono', { resolved: 'https://evil.example/hono.tgz' }),
      'hono comes from',
    ],
    [
      'a git address',
      manifest,
      withEntry('node_modules/hono', { resolved: 'git+ssh://git@evil.example/hono' }),
      'hono comes from',
    ],
    ['a folder', manifest, withEntry('node_modules/hono', { link: true }), 'hono is a link'],
    ['an unread licence', manifest, withEntry('node_modules/hono', { license: 'SSPL-1.0' }), 'hono is under'],
    [
      'a new install script',
      manifest,
      withEntry('node_modules/hono', { hasInstallScript: true }),
      'hono has an install script',
    ],
    [
      'a leave for nothing',
      { ...manifest, allowScripts: { ...(manifest.allowScripts as object), hono: true } },
      lock,
      'names hono, which has no install script',
    ],
  ])('is refused with %s', (_, asked, locked, fault) => {
    expect(faultsOfPackages(asked as Manifest, locked as Lock).join('\n')).toContain(fault);
  });

  test('stands in a bill of materials, each package with its address and digest', () => {
    const { components } = billOfMaterials(manifest, lock);
    expect(components).toHaveLength(Object.keys(lock.packages).length - 1);
    for (const { purl, hashes } of components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[^/]+\/)?[^/@]+@\d/);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
    expect(billOfMaterials(manifest, lock)).toEqual(billOfMaterials(manifest, lock));
  });
});

/** One of each, put together here so that no scanner, ours included, takes this file for a leak. */
const SAMPLES: Readonly<Record<string, string>> = {
  'a private key': ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' '),
  'an AWS access key': `AKIA${'IOSFODNN7EXAMPLE'}`,
  'a GitHub token': `ghp_${'a1B2'.repeat(9)}`,
  'a GitLab token': `glpat-${'a1B2-c3D4_'.repeat(2)}`,
  'an npm token': `npm_${'a1B2'.repeat(9)}`,
  'a Slack token': `xoxb-${'1234567890-abcdef'}`,
  'a Stripe key': `sk_live_${'a1B2'.repeat(6)}`,
  'a Google key': `AIza${'a1B2c'.repeat(7)}`,
  'a key of an AI service': `sk-ant-${'a1B2'.repeat(10)}`,
  'a SendGrid key': `SG.${'a1B2'.repeat(5)}.${'c3D4'.repeat(5)}`,
  'a JSON Web Token': `eyJ${'hbGciOiJIUzI1'}.eyJ${'zdWIiOiIxMjM0'}.${'a1B2'.repeat(5)}`,
  'a URL with a password': `postgresql://guichet:${'s3cr3t-of-ours'}@db.bank.fr/bank`,
};

describe('a secret', () => {
  test('of every kind is found', () => {
    expect(Object.keys(SAMPLES)).toEqual(Object.keys(SECRET_PATTERNS));
    for (const [what, sample] of Object.entries(SAMPLES))
      expect(secretsIn(`const planted = '${sample}';\n`).map((found) => found.what)).toContain(what);
  });

  test.each([
    "const url = 'https://bank.example/auth?token=abc';",
    '"integrity": "sha512-jLuwRlz8DQfQNiUCJR50Y09CGPq3fLtmtUQfVrj79E0JWu3dvsVcxVIcfhR5h0iXu+/z++zDrYeiJqifRynJkA=="',
    "export const REFERENCE = 'PRT-20261120-7K3M9QAX';",
    'DATABASE_URL=postgresql://guichet@localhost/guichet',
    'smtp://bank:a-secret-word@mail.example',
  ])('is not seen in what is none: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  test('in a tracked file, or a package asked for loosely, fails the check', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/supply.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
