/**
 * The walls between the rooms (ARCHITECTURE.md). Allow-list: an import that no line permits is an error. `tools/rooms.test.ts` proves
 * that forbidden imports are refused.
 */

/** Rooms of the server that serve every noun, lowest first: each may import those before it, and none a noun. So no circle can arise. */
const SERVER_LAYERS = [
  'db',
  'work',
  'sealing',
  'files',
  'bank',
  'http',
  'ledger',
  'audit',
  'notifications',
  'parameters',
  'auth',
  'rates',
  'search',
  'payees',
  'tasks',
  'transfers',
  'papers',
];
const SUPPORT = SERVER_LAYERS.join('|');
/** Rooms of the server that put nouns together, lowest first: each may import the nouns and those before it. */
const LAYERS_ABOVE = ['demo', 'documents', 'lists', 'proposals', 'overview', 'desk', 'jobs'];
/** Those, and the rooms that watch the process or test it. */
const ABOVE = [...LAYERS_ABOVE, 'operations', 'testing', 'trust'].join('|');
/** The files of the server that every room may import: they import none. */
const LOWEST_FILES = 'ids\\.ts|signals\\.ts|config\\.ts';
/** Every other room of the server is named after a noun; they never import each other. */
const noun = { path: '^server/([^/]+)/', pathNot: `^server/(${SUPPORT}|${ABOVE})/` };

/** Rooms of the app that serve every area, lowest first: each may import those before it. */
const APP_LAYERS = ['ui', 'i18n', 'page', 'api', 'form', 'security', 'office'];
/** The areas of the app: what one kind of person sees. */
const AREAS = 'visitor|sign-in|client|admin';
/** The lists above the areas: public pages, screens of the application, islands and their words. */
const LISTS = '^app/(pages|routes|islands|island-words)\\.ts$';

const npm = (names) => `(^|/)node_modules/(${names})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...['from', 'to'].map((side) => ({
      name: `no-drawer-rooms-${side}`,
      comment: 'A helper lives in the room whose word it speaks.',
      severity: 'error',
      from: {},
      to: {},
      [side]: {
        path: '/(utils|util|lib|shared|common|types|hooks|helpers|misc)(/|\\.tsx?$)',
        pathNot: 'node_modules|^locales/',
      },
    })),
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-process-and-no-code-from-text',
      comment: 'The product starts no process and runs no text as code (ASVS 5.0, 1.2.5 and 1.3.2).',
      severity: 'error',
      from: { path: '^(server|domain|contract|content)/', pathNot: '(\\.test\\.ts$|^server/testing/)' },
      to: { path: '^(node:)?(child_process|vm|worker_threads|cluster|inspector|repl)(/|$)' },
    },
    {
      name: 'not-from-tests',
      comment: 'Product code never leans on tests.',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?$|^server/testing/|^tools/|^e2e/|^bench/)' },
      to: { path: '(\\.test\\.tsx?$|^server/testing/|^e2e/|^bench/)' },
    },
  ],
  allowedSeverity: 'error',
  allowed: [
    // Tests may import what they test and the tools of testing; the tools import anything.
    { from: { path: '(\\.test\\.tsx?$|^server/testing/|^tools/)' }, to: {} },

    // domain: itself and zod.
    { from: { path: '^domain/' }, to: { path: '^domain/' } },
    { from: { path: '^domain/' }, to: { path: npm('zod') } },
    // The IBAN registry, in one place.
    { from: { path: '^domain/accounts/iban\\.ts$' }, to: { path: npm('ibantools') } },

    // contract: domain, the contract builder, zod.
    { from: { path: '^contract/' }, to: { path: '^(contract|domain)/' } },
    { from: { path: '^contract/' }, to: { path: npm('zod|@orpc/contract') } },

    // content: words and data.
    { from: { path: '^content/' }, to: { path: '^(content|domain)/' } },
    { from: { path: '^content/' }, to: { path: npm('zod') } },

    // server: never the browser's side.
    { from: { path: '^server/' }, to: { path: '^(domain|contract|content|locales)/' } },
    { from: { path: '^server/' }, to: { dependencyTypes: ['core'] } },
    { from: { path: '^server/[^/]+\\.ts$' }, to: { path: '^server/' } },
    ...LAYERS_ABOVE.map((room, index) => ({
      from: { path: `^server/${room}/` },
      to: {
        path: `^server/([^/]+/|${LOWEST_FILES})`,
        pathNot: `^server/(${[...LAYERS_ABOVE.slice(index + 1), 'operations', 'testing', 'trust'].join('|')})/`,
      },
    })),
    { from: noun, to: { path: `^server/((${SUPPORT})/|${LOWEST_FILES})` } },
    { from: noun, to: { path: '^server/$1/' } },
    // A direct debit pays an instalment, and a line or an answer of our bank says what became of it (PAY-70 to PAY-72).
    { from: { path: '^server/mandates/' }, to: { path: '^server/loans/(schedules\\.ts|servicing/)' } },
    { from: { path: '^server/statements/(lines|files)/' }, to: { path: '^server/mandates/' } },
    // A correction takes back what a line of a bank gave, and lets it wait again.
    { from: { path: '^server/corrections/' }, to: { path: '^server/statements/lines/' } },
    ...SERVER_LAYERS.map((room, index) => ({
      from: { path: `^server/${room}/` },
      to: { path: `^server/((${SERVER_LAYERS.slice(0, index + 1).join('|')})/|${LOWEST_FILES})` },
    })),
    {
      from: { path: '^server/operations/' },
      to: { path: '^server/((operations|db|audit|ledger)/|signals\\.ts|config\\.ts)' },
    },

    // npm packages of the server, room by room.
    { from: { path: '^server/' }, to: { path: npm('zod|drizzle-orm|pino') } },
    {
      from: { path: '^server/(http|health|notifications|app|router|main)' },
      to: { path: npm('hono|@hono/node-server|@orpc/[^/]+') },
    },
    { from: { path: '^server/db/' }, to: { path: npm('@electric-sql/pglite|pg|drizzle-kit') } },
    { from: { path: '^server/notifications/' }, to: { path: npm('nodemailer') } },
    { from: { path: '^server/auth/passkeys/' }, to: { path: npm('@simplewebauthn/server') } },
    { from: { path: '^server/papers/' }, to: { path: npm('pdfkit|fonteditor-core|subset-font') } },
    { from: { path: '^server/statements/files/' }, to: { path: npm('saxes') } },
    { from: { path: '^server/(documents|audit|lists|desk/bulk)/' }, to: { path: npm('csv-stringify') } },

    // app: rooms in layers, each on those below it; above them the four areas, which never import each other; the lists above the
    // areas; the entry points above the lists.
    { from: { path: '^app/', pathNot: '^app/ui/' }, to: { path: '^(domain|content|locales)/' } },
    { from: { path: '^app/(i18n|page|start|api)/' }, to: { path: '^virtual:' } },
    ...APP_LAYERS.flatMap((room, index) => [
      {
        from: { path: `^app/${room}/` },
        to: { path: `^app/(${APP_LAYERS.slice(0, index + 1).join('|')})/` },
      },
    ]),
    { from: { path: `^app/(${AREAS})/` }, to: { path: '^app/$1/' } },
    { from: { path: `^app/(${AREAS})/` }, to: { path: `^app/(${APP_LAYERS.join('|')})/` } },
    { from: { path: `^app/(api|form|${AREAS})/` }, to: { path: '^contract/' } },
    { from: { path: LISTS }, to: { path: `^app/(page|${AREAS})/` } },
    { from: { path: '^app/start/' }, to: { path: LISTS } },
    { from: { path: '^app/start/' }, to: { path: `^app/(start|${APP_LAYERS.join('|')})/` } },
    { from: { path: '^app/start/styles\\.css$' }, to: { path: '^app/visitor/' } },
    {
      from: { path: '^app/' },
      to: {
        path: npm(
          'react|react-dom|wouter|lucide-react|@tanstack/[^/]+|react-hook-form|zod|@fontsource-variable/instrument-sans',
        ),
      },
    },
    {
      from: { path: '^app/(ui|client|admin|sign-in|security|office|form)/' },
      to: { path: npm('react-aria-components|react-aria|@internationalized/date') },
    },
    { from: { path: '^app/api/' }, to: { path: npm('@orpc/[^/]+') } },
    { from: { path: '^app/security/qr-code\\.tsx$' }, to: { path: npm('uqr') } },
    { from: { path: '^app/api/passkey\\.ts$' }, to: { path: npm('@simplewebauthn/browser') } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
