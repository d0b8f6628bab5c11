import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REFUSALS } from '#domain/errors.ts';
import vectors from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import errors from '#locales/fr/errors.json' with { type: 'json' };

/** Every rule of the life of a loan, and every refusal of one, has a test that names it. */

const root = join(import.meta.dirname, '..');
const RULES = Array.from({ length: 107 }, (_, index) => index + 1);
/** What begins the codes of refusals in a loan's life. */
const OF_LOANS =
  /^(loan|offer|usury|agreement|retraction|repayment|collection|difficulty|measure|notice|acceleration|recovery|provision|forfeiture|freeze|ficp)\./;
const ALSO_OF_LOANS = [
  ...['account.deposit-while-loan-open', 'client.has-loan', 'client.paper-required', 'fee.loan-open'],
  ...['file.ficp-missing', 'file.incomplete'],
];

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));

test('each of LC-1 to LC-107 stands in the title of a test by its own number', () => {
  const named = new Set<number>();
  for (const source of sources('{domain,server,contract,content,app,e2e}/**/*.{test,spec}.ts')) {
    const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    for (const [title] of code.matchAll(/(['"`])(?:(?!\1).)*LC-\d(?:(?!\1).)*\1/g))
      for (const [, number] of title.matchAll(/LC-(\d+)/g)) named.add(Number(number));
  }
  expect(RULES.filter((number) => !named.has(number))).toEqual([]);
});

test('each refusal of a loan is answered by a route in some test of the server', () => {
  const tests = sources('server/**/*.test.ts').join('\n');
  const codes = Object.keys(REFUSALS).filter((code) => OF_LOANS.test(code) || ALSO_OF_LOANS.includes(code));
  expect(codes.length).toBeGreaterThan(45);
  expect(codes.filter((code) => !tests.includes(`'${code}'`) && !tests.includes(`"${code}"`))).toEqual([]);
});

/** The codes of section 21, which a rule of a loan's life refuses with. */
const CODES = [
  ...[
    'loan.wrong-phase',
    'loan.contract-required',
    'loan.status-forbids',
    'loan.outside-terms',
    'loan.locked-until',
  ],
  ...['loan.frozen', 'file.incomplete', 'file.ficp-missing', 'offer.expired', 'offer.template-missing'],
  ...[
    'client.paper-required',
    'client.has-loan',
    'usury.quarter-missing',
    'usury.above',
    'retraction.too-late',
  ],
  ...[
    'fee.loan-open',
    'account.deposit-while-loan-open',
    'repayment.above-balance',
    'collection.insufficient',
  ],
  'policy.above-cap',
];

test('section 21: each refusal of its list stands in the title of a test of the server beside its rule, and says in French what to do', () => {
  const titles = sources('server/**/*.test.ts').flatMap((source) =>
    [...source.matchAll(/(['"`])((?:(?!\1).)*(?:LC-\d|section \d)(?:(?!\1).)*)\1/g)].map(
      ([, , title = '']) => title,
    ),
  );
  expect(CODES.filter((code) => !titles.some((title) => title.includes(code)))).toEqual([]);
  for (const code of CODES) {
    const [noun = '', reason = ''] = code.split('.');
    const { title, detail } =
      (errors as unknown as Record<string, Record<string, { title: string; detail: string }>>)[noun]?.[
        reason
      ] ?? {};
    expect([code, title, detail]).toEqual([
      code,
      expect.stringMatching(/\p{L}{3}/u),
      expect.stringMatching(/\p{L}{3}.*[.]$/u),
    ]);
  }
});

test('each family of the worked cases runs through the rules and through the API on a database', () => {
  const families = [...new Set(vectors.cases.map(({ family }) => family))];
  for (const floor of ['domain/loans', 'server/loans']) {
    const tests = sources(`${floor}/**/*.test.ts`).join('\n');
    const runs = (family: string) =>
      new RegExp(
        `(?:(?:casesOf|casesThroughApi|throughApi|family)(?:<\\w+>)?\\(|family === )'${family}'`,
      ).test(tests);
    expect([floor, families.filter((family) => !runs(family))]).toEqual([floor, []]);
  }
});
