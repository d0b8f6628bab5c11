import { type DestinationStream, type Logger, pino } from 'pino';
import { hear } from '../signals.ts';

/** Names under which something secret or personal may be handed to the log, at any of the first three levels. */
const NEVER_LOGGED = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'secret',
  'cookie',
  'authorization',
  'email',
  'iban',
  'phone',
  'address',
  'body',
  'params',
];

/** What a secret looks like in running text: in an error's words, a URL, a header. The last wall before the line is written. */
const LOOKS_SECRET: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'/@]+@/gi, '$1***@'],
  [/\b((?:__Host-|__Secure-)?sid)=[^\s;"'\\]+/g, '$1=***'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/g, '$1 ***'],
  [/\b(token|password|code|secret|key)=[^\s&;"'\\]+/gi, '$1=***'],
  [/\b[A-Z]{2}\d{2}[ \u00a0]?(?:[A-Z0-9]{4}[ \u00a0]?){2,7}[A-Z0-9]{1,4}\b/g, '***IBAN***'],
  [/[^\s"'<>@:;,()=\\[\]{}/]+@[^\s"'<>@:;,()=\\[\]{}/]+\.[a-z]{2,}/gi, '***@***'],
];

/** A text without what looks like a secret. */
export function withoutSecrets(text: string): string {
  return LOOKS_SECRET.reduce((cleaned, [pattern, stand]) => cleaned.replace(pattern, stand), text);
}

const DEEPEST_CAUSE = 4;

/** Where an answer of ours broke its own schema: the field and the rule, not what stood there. */
function faultOf(issue: { readonly path?: readonly PropertyKey[]; readonly code?: unknown }): string {
  return `${(issue.path ?? []).map(String).join('.') || '(whole)'}: ${String(issue.code ?? 'invalid')}`;
}

/**
 * What of an error may be read by who runs the bank: its kind, its words, where it happened. The values of a failed statement, which
 * drivers and mappers put into messages and fields, stay out.
 */
export function presentError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { issues, code, constraint, table, column, severity, routine, errno, syscall } = error as Error &
    Record<string, unknown>;
  const isOfDatabase = typeof severity === 'string';
  // « Failed query: insert … \nparams: a@b.fr,… »; a database quotes the value it could not read.
  const message = error.message.replace(/\nparams:[\s\S]*$/, '');
  return {
    type: error.name,
    message: isOfDatabase ? message.replace(/: ".*"$/s, ': "***"') : message,
    ...Object.fromEntries(
      Object.entries({ code, constraint, table, column, severity, routine, errno, syscall }).filter(
        ([, value]) => typeof value === 'string' || typeof value === 'number',
      ),
    ),
    ...(Array.isArray(issues) ? { faults: issues.slice(0, 10).map(faultOf) } : {}),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 20),
    ...(error.cause && depth < DEEPEST_CAUSE ? { cause: presentError(error.cause, depth + 1) } : {}),
  };
}

/** The log of the process: one JSON object a line, on the standard output unless a test reads it. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = NEVER_LOGGED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: { service: 'guichet', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '***' },
      serializers: { err: (error: unknown) => presentError(error) },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** Statements longer than this are cut: their beginning says which they are. */
const LONGEST_TEXT = 2_000;

/** Writes a line for each statement that took `slowMs` or longer, with the text of the statement and never its values. */
export function logSlowStatements(logger: Logger, slowMs: number): () => void {
  return hear('guichet:statement', ({ text, ms }) => {
    if (ms < slowMs) return;
    const statement = text.replace(/\s+/g, ' ').slice(0, LONGEST_TEXT);
    logger.warn({ ms: Math.round(ms), statement }, 'a slow statement');
  });
}

/**
 * Logs what rooms signal, until the returned function is called: faults of work that goes on without its caller, and statements that take
 * longer than `slowMs` milliseconds.
 */
export function logSignals(logger: Logger, slowMs: number): () => void {
  const ends = [
    hear('guichet:fault', ({ error, what }) => logger.error({ err: error }, what)),
    logSlowStatements(logger, slowMs),
  ];
  return () => {
    for (const end of ends) end();
  };
}
