import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/mini';

/** How the process was asked to run. Read from the environment once; nothing else reads `process.env`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The login that owns the tables, for what changes or copies the whole database: the one of `databaseUrl` unless another is named. */
  readonly databaseOwnerUrl: string | null;
  /** Where people reach the product, without a trailing slash: links in mails, cookies and origin checks follow it. */
  readonly publicUrl: string;
  /** Whether the operator named it; a live institution must. */
  readonly isPublicUrlGiven: boolean;
  readonly smtpUrl: string | null;
  /** Seals what is kept unreadable in the database; null leaves it to a secret kept there. */
  readonly secretKey: string | null;
  /** The key before it: opens what it sealed, until that is sealed anew. */
  readonly secretKeyPrevious: string | null;
  /** Whether the operator said that the key of the database is lost for good: a live institution starts without what it sealed. */
  readonly isKeyLost: boolean;
  /** Where clamd looks into uploaded files: the path of its socket, or `host:port`; null for no antivirus. */
  readonly clamdSocket: string | null;
  /** Whom to ask whether a payee's name and IBAN belong together (docs/payee-check.md); null for nobody. */
  readonly payeeCheck: ProviderConfig | null;
  /** Whom to hand instant transfers to (docs/instant-transfers.md); null for nobody: they leave in files of one. */
  readonly instantRail: ProviderConfig | null;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly institutionFile: string | null;
  /** The folder in which files of our banks are looked for; null for none. */
  readonly bankFilesDir: string | null;
  /** Where `tools/build.mjs` wrote the pages. */
  readonly buildDir: string;
  readonly logLevel: string;
  /** Where `/metrics`, `/livez` and `/readyz` are answered; null for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Statements of the database that take longer stand in the log. Milliseconds. */
  readonly slowStatementMs: number;
  readonly version: string;
}

/** Another firm that is asked by HTTP: for checks of payees, or for instant transfers. */
export interface ProviderConfig {
  readonly url: string;
  readonly token: string;
  /** Paths of the client certificate and of its key, in PEM; null for none. */
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** One line per bad value, ready to print; the process then ends with code 1. */
export class BadConfiguration extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadConfiguration';
  }
}

/** The entries of a list, in the order they are written. */
function proxyList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** An address, or a network as `address/bits`. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const hostName = z.string().check(z.regex(/^[A-Za-z0-9.:_-]+$/));
const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));
const httpUrl = z.url({ protocol: /^https?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const smtpUrl = z.url({ protocol: /^smtps?$/ });

/** Shorter ones could be guessed from a copy of the database. */
const secretKey = z.string().check(z.minLength(32));
const proxies = z.string().check(z.refine((text) => proxyList(text).every(isNetwork)));

const clamdSocket = z.string().check(z.regex(/^(\/.+|[A-Za-z0-9._-]+:\d{1,5})$/));

const providerToken = z.string().check(z.minLength(16));

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

const EXPECTATIONS = {
  HOST: 'a host name or address, such as 127.0.0.1',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'a URL starting with postgres:// or postgresql://',
  DATABASE_OWNER_URL: 'a URL starting with postgres:// or postgresql://',
  PUBLIC_URL: 'a URL starting with http:// or https://',
  SMTP_URL: 'a URL starting with smtp:// or smtps://',
  SECRET_KEY: '32 characters or more, such as the output of: openssl rand -base64 32',
  SECRET_KEY_PREVIOUS: 'the SECRET_KEY of before, 32 characters or more',
  SECRET_KEY_LOST: 'yes, or nothing',
  CLAMD_SOCKET: 'the path of a socket, or a host and a port, such as /run/clamav/clamd.ctl or 127.0.0.1:3310',
  PAYEE_CHECK_URL: 'a URL starting with http:// or https://',
  PAYEE_CHECK_TOKEN: 'the token of the provider of payee checks, 16 characters or more',
  INSTANT_RAIL_URL: 'a URL starting with http:// or https://',
  INSTANT_RAIL_TOKEN: 'the token of the provider of instant transfers, 16 characters or more',
  TRUSTED_PROXIES: 'addresses or networks with commas between them, such as 10.0.0.0/8, ::1',
  METRICS_PORT: 'a whole number from 0 to 65535',
  METRICS_HOST: 'a host name or address, such as 127.0.0.1',
  SLOW_QUERY_MS: 'a whole number of milliseconds',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
} as const;

/** Where people reach the product unless the operator says otherwise. */
export function usualUrl(host: string, port: number): string {
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

/**
 * Reads and validates the environment: `HOST` (127.0.0.1), `PORT` (3000), `DATA_DIR` (./data), `DATABASE_URL`,
 * `DATABASE_OWNER_URL` (the same), `PUBLIC_URL`, `SMTP_URL`, `SECRET_KEY`, `SECRET_KEY_PREVIOUS`, `SECRET_KEY_LOST`, `CLAMD_SOCKET` (none),
 * `PAYEE_CHECK_URL` with `PAYEE_CHECK_TOKEN`, `PAYEE_CHECK_CERTIFICATE` and `PAYEE_CHECK_KEY` (none), the same of
 * `INSTANT_RAIL_…` (none), `TRUSTED_PROXIES`, `INSTITUTION_FILE`, `BANK_FILES_DIR` (none),
 * `BUILD_DIR` (./build), `LOG_LEVEL` (warn),
 * `METRICS_PORT` (none) on `METRICS_HOST` (127.0.0.1), `SLOW_QUERY_MS` (500). An empty value counts as absent.
 * @throws BadConfiguration listing every value at fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, version: string): Config {
  const problems: string[] = [];

  function read<T>(
    name: keyof typeof EXPECTATIONS,
    schema: { safeParse(value: unknown): { success: boolean; data?: T } },
  ): T | null {
    const value = env[name]?.trim();
    if (!value) return null;
    const result = schema.safeParse(value);
    if (result.success) return result.data as T;
    // The value of a URL may hold a password: it is named, never printed.
    problems.push(`${name} is not valid: expected ${EXPECTATIONS[name]}.`);
    return null;
  }

  const host = read('HOST', hostName) ?? '127.0.0.1';
  const chosenPort = read('PORT', port) ?? 3000;
  const databaseUrl = read('DATABASE_URL', postgresUrl);
  const databaseOwnerUrl = read('DATABASE_OWNER_URL', postgresUrl) ?? databaseUrl;
  const publicUrl = read('PUBLIC_URL', httpUrl);
  const smtp = read('SMTP_URL', smtpUrl);
  const secret = read('SECRET_KEY', secretKey);
  const previousSecret = read('SECRET_KEY_PREVIOUS', secretKey);
  const keyLost = read('SECRET_KEY_LOST', z.literal('yes'));
  const clamd = read('CLAMD_SOCKET', clamdSocket);
  const provider = (name: 'PAYEE_CHECK' | 'INSTANT_RAIL') =>
    providerOf(env, problems, {
      name,
      url: read(`${name}_URL`, httpUrl),
      token: read(`${name}_TOKEN`, providerToken),
    });
  const payeeCheck = provider('PAYEE_CHECK');
  const instantRail = provider('INSTANT_RAIL');
  const trusted = read('TRUSTED_PROXIES', proxies);
  const metricsPort = read('METRICS_PORT', port);
  const metricsHost = read('METRICS_HOST', hostName) ?? '127.0.0.1';
  const slowStatementMs = read('SLOW_QUERY_MS', z.coerce.number().check(z.int(), z.gte(0))) ?? 500;
  const logLevel = read('LOG_LEVEL', z.enum(LOG_LEVELS)) ?? 'warn';
  const dataDir = env.DATA_DIR?.trim() || './data';
  const institutionFile = env.INSTITUTION_FILE?.trim() || null;
  const bankFilesDir = env.BANK_FILES_DIR?.trim() || null;

  if (databaseOwnerUrl && !databaseUrl)
    problems.push('DATABASE_OWNER_URL is of use beside DATABASE_URL only.');
  if (problems.length > 0) throw new BadConfiguration(problems);
  return {
    host,
    port: chosenPort,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl,
    databaseOwnerUrl,
    publicUrl: (publicUrl ?? usualUrl(host, chosenPort)).replace(/\/+$/, ''),
    isPublicUrlGiven: publicUrl !== null,
    smtpUrl: smtp,
    secretKey: secret,
    secretKeyPrevious: previousSecret,
    isKeyLost: keyLost !== null,
    clamdSocket: clamd,
    payeeCheck,
    instantRail,
    trustedProxies: proxyList(trusted ?? ''),
    institutionFile: institutionFile ? resolve(institutionFile) : null,
    bankFilesDir: bankFilesDir ? resolve(bankFilesDir) : null,
    buildDir: resolve(env.BUILD_DIR?.trim() || './build'),
    logLevel,
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
    slowStatementMs,
    version,
  };
}

/** A provider: with a URL it needs a token, and a certificate needs its key. */
function providerOf(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
  { name, url, token }: { readonly name: string; readonly url: string | null; readonly token: string | null },
): ProviderConfig | null {
  const certificateFile = env[`${name}_CERTIFICATE`]?.trim() || null;
  const keyFile = env[`${name}_KEY`]?.trim() || null;
  if ((certificateFile === null) !== (keyFile === null))
    problems.push(`${name}_CERTIFICATE and ${name}_KEY are of use together only.`);
  if ((url === null) !== (token === null) && !problems.some((each) => each.startsWith(name)))
    problems.push(`${name}_URL and ${name}_TOKEN are of use together only.`);
  return url !== null && token !== null ? { url, token, certificateFile, keyFile } : null;
}

/** The version of the package, shown by the health route. */
export function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
