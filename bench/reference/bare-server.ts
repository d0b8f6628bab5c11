import { createServer } from 'node:http';
import pg from 'pg';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { packageVersion, readConfig } from '#server/config.ts';
import { loadInstitution } from '#server/institution.ts';
import { openBank } from '#server/open-bank.ts';

/**
 * The least a server can do for the same screens: Node's own HTTP server, which sends the very statements that the product sends for each
 * call, all at once, and answers with their rows as JSON. No framework, no routing by contract, no validation, no presentation. It learns
 * the statements by watching the product answer each call once. Arguments: the paths; environment: the product's, and `BARE_COOKIE`.
 */

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const config = readConfig(process.env, packageVersion());
const bank = await openBank(config, await loadInstitution(null));
const app = createApp(bank, pino({ level: 'silent' }));

let watched: Statement[] | null = null;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown];
  const text = typeof config === 'string' ? config : config.text;
  const own = typeof config === 'object' ? (config.values ?? values) : values;
  // The bare server has no roles.
  if (/^\s*(select(?! set_config)|with)/i.test(text))
    watched?.push({ name: '', text, values: Array.isArray(own) ? own : [] });
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const statementsOf = new Map<string, Statement[]>();
for (const path of process.argv.slice(2)) {
  const ask = () =>
    app.request(`${config.publicUrl}${path}`, { headers: { cookie: process.env.BARE_COOKIE ?? '' } });
  // A connection that is opened for a call asks more than the call does: the first one opens them.
  await (await ask()).text();
  watched = [];
  const answer = await ask();
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  await answer.text();
  statementsOf.set(
    path,
    watched.map((statement, index) => ({ ...statement, name: `s${statementsOf.size}-${index}` })),
  );
  watched = null;
}
const pool = new pg.Pool({ connectionString: config.databaseUrl ?? '', max: 20 });

createServer(async (request, response) => {
  const statements = statementsOf.get(request.url ?? '') ?? [];
  const results = await Promise.all(
    statements.map(({ name, text, values }) => pool.query({ name, text, values: [...values] })),
  );
  const body = JSON.stringify(results.map(({ rows }) => rows));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(config.port, '127.0.0.1', () =>
  console.info(JSON.stringify([...statementsOf].map(([path, statements]) => [path, statements.length]))),
);
