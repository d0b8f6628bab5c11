import { pino } from 'pino';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import type { AccountType } from '#domain/accounts/account.ts';
import type { JobName } from '#domain/jobs/timetable.ts';
import { type CurrencyCode, currencyOfCountry } from '#domain/money/currencies.ts';
import { createApp } from '../app.ts';
import { proveEmailOf } from '../auth/queries.ts';
import type { Bank } from '../bank/bank.ts';
import type { InstantRail } from '../bank/instant-rail.ts';
import type { PayeeCheckProvider } from '../bank/payee-check-provider.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema/sign-in.ts';
import { newUuid } from '../ids.ts';
import { runDue } from '../jobs/run-due.ts';
import { assembleBank } from '../open-bank.ts';
import { SIMULATED_PROVIDER } from '../payees/choose-provider.ts';
import { inTransaction, type Work } from '../work/work.ts';
import { expectBooksToBalance } from './books.ts';
import { creditByHand, type Entered, enterAdministrator, signUpClient } from './people.ts';
import { emptiedDatabase, keepRows, putRowsBack } from './test-database.ts';
import { closeUnlessUnchanged, openedInstead, watchWrites } from './unchanged-bank.ts';

export const TEST_ORIGIN = 'http://bank.test';

export const TEST_PASSWORD = 'correct-cheval-42-agrafe';

/** The cheapest argon2id there is: hundreds of tests sign people up, and `passwords.test.ts` tests the product's cost. */
const TEST_PASSWORD_COST = { memoryKib: 8, passes: 1 };

const CONFIG: Config = {
  host: '127.0.0.1',
  port: 0,
  dataDir: '/nonexistent',
  databaseUrl: null,
  databaseOwnerUrl: null,
  publicUrl: TEST_ORIGIN,
  isPublicUrlGiven: true,
  smtpUrl: null,
  secretKey: null,
  secretKeyPrevious: null,
  isKeyLost: false,
  clamdSocket: null,
  payeeCheck: null,
  instantRail: null,
  trustedProxies: [],
  institutionFile: null,
  bankFilesDir: null,
  buildDir: '/nonexistent',
  logLevel: 'silent',
  metrics: null,
  slowStatementMs: 500,
  version: '0.0.0-test',
};

/** Read once: hundreds of tests open a bank of the demonstration. */
const DEMONSTRATION: Institution = institutionSchema.parse(demonstration);

/** What the API answered. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
  readonly body: any;
  readonly headers: Headers;
  /** The body as it came, for files. */
  readonly bytes: Uint8Array;
}

export interface CallOptions {
  /** The idempotency key; one of its own for each call unless given, none when null. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/** Someone who calls the API, with their cookies, as a browser on our own pages would. */
export interface Person {
  readonly userId: string;
  get(path: string): Promise<Answer>;
  /** Bytes are sent as they are, as the file of a route that takes one. */
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  readonly cookies: Map<string, string>;
}

export interface ClientPerson extends Person {
  readonly accountId: string;
  readonly email: string;
}

export interface TestBank {
  readonly bank: Bank;
  readonly database: Database;
  /** Moves the bank's clock. */
  setNow(now: Date): void;
  /** Moves the clock and keeps the sessions, as if people had just signed in: for tests that are not about sessions. */
  travelTo(now: Date): Promise<void>;
  visitor(): Person;
  administrator(): Promise<Person>;
  client(overrides?: SignUpOptions & { accountType?: AccountType }): Promise<ClientPerson>;
  /** A signed-in person who stopped after step 1 of sign-up. */
  halfSignedUp(overrides?: SignUpOptions): Promise<Person>;
  /** Runs the jobs that are due by the bank's clock, all or those named, with every step that fails failing the test. */
  runJobs(jobs?: readonly JobName[]): Promise<void>;
  /** Credits a client's account in its own currency, by an administrator of the test's own. */
  fund(client: ClientPerson, amountMinor: number): Promise<void>;
  work<T>(personId: string, useCase: (work: Work) => Promise<T>): Promise<T>;
  /** Checks the books and lets the bank go; call it after each test. One that is as `unlessUnchanged` made it is kept for the next test. */
  close(): Promise<void>;
}

const PERSON = {
  firstName: 'Alix',
  lastName: 'Fictif',
  email: '',
  phone: '',
  country: 'FR',
  password: TEST_PASSWORD,
};

/** People have proved their address unless a test is about that, because an unproved one gets at most two mails a day (decision 0020). */
type SignUpOptions = Partial<typeof PERSON> & { readonly isEmailUnproved?: boolean };

let serial = 0;

/** Keeps the cookies of an answer as a browser does: an empty value deletes. */
function keepCookies(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const cookie of setCookies) {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : text,
    headers: response.headers,
    bytes,
  };
}

/** Someone without a session, who calls the API of the app of that moment. */
function personAt(appNow: () => ReturnType<typeof createApp>): Person {
  const cookies = new Map<string, string>();
  async function call(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    const headers = new Headers({ origin: TEST_ORIGIN, ...options.headers });
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const isFile = body instanceof Uint8Array;
    if (body !== undefined && !headers.has('content-type'))
      headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json');
    if (isFile && !headers.has('x-file-name')) headers.set('x-file-name', 'document');
    if (method === 'POST' && options.key !== null) headers.set('idempotency-key', options.key ?? newUuid());
    const response = await appNow().request(`${TEST_ORIGIN}/api${path}`, {
      method,
      headers,
      ...(body === undefined
        ? {}
        : { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    keepCookies(cookies, response.headers.getSetCookie());
    return answerOf(response);
  }
  return {
    userId: '',
    cookies,
    call,
    get: (path) => call('GET', path),
    post: (path, body, callOptions) => call('POST', path, body ?? {}, callOptions),
    put: (path, body, callOptions) => call('PUT', path, body ?? {}, callOptions),
    delete: (path, callOptions) => call('DELETE', path, undefined, callOptions),
  };
}

/** The same person with a session. */
function inSession(person: Person, { userId, setCookies }: Entered): Person {
  keepCookies(person.cookies, setCookies);
  return { ...person, userId };
}

function mustBe200(answer: Answer): Answer {
  if (answer.status !== 200)
    throw new Error(`expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const currencyOfAccount = async (client: ClientPerson): Promise<CurrencyCode> =>
  mustBe200(await client.get('/overview')).body.account.currency;

/** Ends what goes on by itself, checks the books and lets the bank go. */
async function closeTestBank({ background, database, live }: Bank): Promise<void> {
  await background.stop();
  await expectBooksToBalance(database.db);
  await live.close();
}

/** A fresh bank on an emptied real database, with the whole web face of the product in front of it. */
export async function openTestBank(
  options: {
    institution?: Institution;
    evenMs?: number;
    signUpsPerNetwork?: number;
    payeeChecks?: PayeeCheckProvider;
    instantRail?: InstantRail;
  } = {},
): Promise<TestBank> {
  const tellOpened = await openedInstead();
  const database = await emptiedDatabase();
  await watchWrites(database.db);
  let now: Date | null = null;
  const open = async () => {
    const bank = await assembleBank(
      CONFIG,
      options.institution ?? DEMONSTRATION,
      database,
      { now: () => now ?? new Date(), newId: newUuid },
      {
        passwordCost: TEST_PASSWORD_COST,
        // Live banks of tests as well: nobody outside is asked unless a test is about that.
        payeeChecks: options.payeeChecks ?? SIMULATED_PROVIDER,
        ...(options.instantRail ? { instantRail: options.instantRail } : {}),
        evenMs: options.evenMs ?? 0,
        // All tests call from one address; the limit has tests of its own.
        signUpsPerNetwork: options.signUpsPerNetwork ?? Number.POSITIVE_INFINITY,
      },
    );
    return { bank, app: createApp(bank, pino({ level: 'silent' })) };
  };
  let opened = await open();
  let isOpen = true;
  const people: Person[] = [];
  const jars: Map<string, string>[] = [];
  const someone = (): Person => {
    const person = personAt(() => opened.app);
    jars.push(person.cookies);
    return person;
  };
  const enter = (entered: Entered): Person => {
    const person = inSession(someone(), entered);
    people.push(person);
    return person;
  };
  let treasurer: Person | null = null;
  const currencies = new Map<string, CurrencyCode>();

  async function halfSignedUp({ isEmailUnproved, ...overrides }: SignUpOptions = {}): Promise<Person> {
    serial += 1;
    const details = { ...PERSON, email: `person-${serial}@example.test`, ...overrides };
    const person = someone();
    const { body } = mustBe200(await person.post('/sign-up', details));
    const { userId } = body.session;
    if (!isEmailUnproved) await proveEmailOf(database.db, userId, opened.bank.surroundings.now());
    return { ...person, userId };
  }

  async function administrator(): Promise<Person> {
    serial += 1;
    const email = `administrator-${serial}@example.test`;
    const name = 'Dominique Gestion';
    return enter(await enterAdministrator(opened.bank, { email, name, password: TEST_PASSWORD }));
  }

  const lasting = {
    state: () => JSON.stringify([now, people.map(({ cookies }) => [...cookies])]),
    async closeForGood() {
      isOpen = false;
      await closeTestBank(opened.bank);
    },
    async keep(name: string) {
      const kept = { now, treasurer, people: people.length, cookies: jars.map((jar) => [...jar]) };
      await keepRows(name);
      return async () => {
        if (isOpen) await closeTestBank(opened.bank);
        await putRowsBack(name);
        ({ now, treasurer } = kept);
        people.length = kept.people;
        jars.length = kept.cookies.length;
        for (const [index, cookies] of kept.cookies.entries()) {
          jars[index]?.clear();
          for (const [name, value] of cookies) jars[index]?.set(name, value);
        }
        opened = await open();
        isOpen = true;
      };
    },
  };
  tellOpened(lasting);
  return {
    get bank() {
      return opened.bank;
    },
    database,
    setNow(next) {
      now = next;
    },
    async travelTo(next) {
      now = next;
      const inAnHour = new Date(next.getTime() + 3_600_000);
      await database.db.update(sessions).set({ createdAt: next, updatedAt: next, expiresAt: inAnHour });
    },
    visitor: someone,
    administrator,
    halfSignedUp,
    async client(overrides = {}) {
      const { accountType = 'courant', isEmailUnproved = false, ...own } = overrides;
      serial += 1;
      const details = { ...PERSON, email: `client-${serial}@example.test`, ...own };
      const { accountId, ...entered } = await signUpClient(opened.bank, details, {
        accountType,
        isEmailUnproved,
      });
      currencies.set(accountId, currencyOfCountry(details.country));
      return { ...enter(entered), email: details.email, accountId };
    },
    async fund(client, amountMinor) {
      treasurer ??= await administrator();
      const currency = currencies.get(client.accountId) ?? (await currencyOfAccount(client));
      const { userId: staffId } = treasurer;
      await creditByHand(opened.bank, { staffId, accountId: client.accountId }, { amountMinor, currency });
    },
    async runJobs(jobs) {
      await runDue({
        bank: opened.bank,
        ...(jobs ? { jobs } : {}),
        logger: {
          error: ({ err }: { readonly err?: unknown }) => {
            throw err;
          },
        },
      });
    },
    work: (personId, useCase) =>
      inTransaction(database.db, opened.bank.surroundings, { kind: 'staff', personId }, useCase, null, true),
    close: () => closeUnlessUnchanged(lasting),
  };
}
