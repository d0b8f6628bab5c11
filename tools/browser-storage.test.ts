import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What the pages keep in a browser, file by file: a line added here says what it keeps and why it is no secret (ASVS 5.0,
 * 14.3.3). What somebody signed in sees is never among it, and what they type only until they send it or sign out, so that a session which
 * ends loses nothing; the session is a cookie that no script reads.
 */
const KEPT: Readonly<Record<string, string>> = {
  'app/admin/desk/desk-preferences.ts':
    'the order of what waits, and whether the next row opens after a decision',
  'app/admin/frame/shortcuts.ts': 'whether the keyboard shortcuts are on',
  'app/api/client.ts': 'the path to come back to after a sign-in, in this tab',
  'app/api/early-reads.ts': 'which first reads the staff may make, by the names of three permissions',
  'app/page/drafts.ts':
    'what a signed-in person typed and did not send, without passwords or codes, in this tab; gone at sign-out',
  'app/client/accounts/hidden-amounts.ts': 'whether amounts are hidden',
  'app/page/kept-simulation.ts':
    'the last public simulation, in this tab, until the request that it fills in is sent or closed',
  'app/office/side-menu.ts': 'whether the side menu is open',
  'app/sign-in/sign-up-draft.ts': 'step 1 of a sign-up without its password, in this tab, until it is sent',
  'app/page/theme.ts': 'light or dark',
  'app/visitor/article/vote.ts': 'one’s vote on an article',
  'app/visitor/cookie-choice.ts': 'the choice about cookies',
  'app/visitor/kept-typing.ts': 'a visitor’s form until it is sent, in this tab',
};

const root = join(import.meta.dirname, '..');
const sources = ['app', 'domain', 'content', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('only these files keep anything in a browser', () => {
  const found = sources.filter((file) => /\b(local|session)Storage\b/.test(textOf(file)));
  expect(found.sort()).toEqual(Object.keys(KEPT).sort());
});

test('no page has a database or a cache of answers, and the only cookie of its own is the language, which the server asks at `/`', () => {
  const pattern =
    /\bindexedDB\b|\bcaches\.(open|match)\b|navigator\.serviceWorker|document\.cookie|cookieStore/;
  expect(sources.filter((file) => pattern.test(textOf(file)))).toEqual(['app/i18n/language-choice.ts']);
});

test('the keeper of visitors’ forms serves visitors’ pages alone: drafts of signed-in people belong to one person', () => {
  const users = sources.filter((file) => /from '[^']*kept-typing\.ts'/.test(textOf(file)));
  expect(users.length).toBeGreaterThan(0);
  for (const file of users) expect(file).toMatch(/^app\/visitor\//);
  expect(textOf('app/sign-in/sign-up-draft.ts')).not.toMatch(/['"]password['"]|\.password\b/);
});
