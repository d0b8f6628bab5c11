import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { createAdministrator, resetSecondFactorOf } from './administrator-commands.ts';
import { createApp } from './app.ts';
import type { Bank } from './bank/bank.ts';
import { bankCommand, runBankCommand } from './bank-commands.ts';
import { BadConfiguration, type Config, packageVersion, readConfig } from './config.ts';
import { fillDemonstration } from './demo/fill-demonstration.ts';
import { lettersOfMail } from './documents/letters-of-mail.ts';
import { createDraining } from './http/draining.ts';
import { loadInstitution, requireNoDemonstrationData } from './institution.ts';
import { startJobs } from './jobs/schedule.ts';
import { faultsOfInterest } from './loans/servicing/prove-interest.ts';
import { startMailDelivery } from './notifications/deliver-mails.ts';
import { type MailTransport, mailTransportFor } from './notifications/mail-transport.ts';
import { closeBank, openBank } from './open-bank.ts';
import { sendBackup } from './operations/back-up.ts';
import { sealKeysOf } from './operations/backup-seal.ts';
import {
  backUpCommand,
  booksCommand,
  migrateCommand,
  restoreCommand,
  sentenceForOperator,
  sentenceOfListening,
} from './operations/commands.ts';
import { createLog, logSignals } from './operations/log.ts';
import { openOperatorSocket } from './operations/operator-socket.ts';
import { openWatchPort, watchBank } from './operations/watch.ts';

/**
 * How long an idle connection is kept: longer than a load balancer's or a client's own patience, so that it is never us who closes it just
 * as the next request is on its way.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long open requests may take to finish after a request to stop. */
const GRACE_MS = 10_000;

/** Hosts of a PUBLIC_URL that only this machine reaches. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/** What the process does instead of serving, by its first argument. Each ends by itself. */
const COMMANDS: Readonly<Record<string, (config: Config, args: string[]) => Promise<unknown>>> = {
  'create-administrator': createAdministrator,
  'reset-second-factor': resetSecondFactorOf,
  backup: (config, args) => backUpCommand(config, args, console.info),
  restore: (config, args) => restoreCommand(config, args, console.info),
  jobs: (config, args) => bankCommand(config, ['jobs', ...args], console.info),
  'demo-advance': (config, args) => bankCommand(config, ['demo-advance', ...args], console.info),
  migrate: (config) => migrateCommand(config, console.info),
  books: async (config) => {
    if (!(await booksCommand(config, console.info, faultsOfInterest))) process.exitCode = 1;
  },
};

/** The command of that name; null when the process serves. @throws BadConfiguration for a name that is none: a mistyped one must not start a bank. */
function commandNamed(name: string | undefined) {
  if (name === undefined) return null;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new BadConfiguration([
      `There is no command ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`,
    ]);
  return command;
}

/**
 * A live institution is reached at one address, encrypted; only on one's own machine can it be tried without.
 * @throws BadConfiguration
 */
function requirePublicUrl({ publicUrl, isPublicUrlGiven }: Config): void {
  if (!isPublicUrlGiven)
    throw new BadConfiguration([
      'PUBLIC_URL is required in live mode: the links of mails lead there, and requests are accepted from there alone.',
    ]);
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.includes(hostname))
    throw new BadConfiguration([
      'PUBLIC_URL must begin with https:// in live mode: without encryption, sessions could be taken over on the way.',
    ]);
}

/** Opens the socket for the operator's commands where the database is embedded: no other process can open its files. */
async function openOperator(bank: Bank, config: Config, logger: Logger) {
  if (bank.database.kind !== 'pglite') return null;
  return openOperatorSocket(join(config.dataDir, 'bank'), {
    sendBackup: (sink) =>
      sendBackup(
        bank.database,
        { version: config.version, now: new Date(), sealKey: sealKeysOf(config).present },
        sink,
      ),
    runCommand: (words) => runBankCommand({ bank, logger }, words),
  });
}

/** Starts the delivery of mails, with the papers that go with them. */
function startMails(
  { database, surroundings, institution }: Bank,
  publicUrl: string,
  by: { readonly transport: MailTransport; readonly logger: Logger },
) {
  return startMailDelivery({
    database,
    surroundings,
    institution,
    publicUrl,
    ...by,
    lettersOf: lettersOfMail,
  });
}

/** Serves until told to stop; then finishes what is in flight, closes the database and ends with code 0. */
async function main(): Promise<void> {
  const config = readConfig(process.env, packageVersion());
  const command = commandNamed(process.argv[2]);
  if (command) {
    await command(config, process.argv.slice(3));
    return;
  }
  const logger = createLog(config.logLevel);
  logSignals(logger, config.slowStatementMs);
  const institution = await loadInstitution(config.institutionFile);
  const transport = mailTransportFor(config, institution);
  if (institution.mode === 'live') requirePublicUrl(config);

  const bank = await openBank(config, institution);
  if (institution.mode === 'live') await requireNoDemonstrationData(bank);
  else await fillDemonstration(bank, (line) => console.info(line));

  const operator = await openOperator(bank, config, logger);
  const draining = createDraining();
  const watch =
    config.metrics &&
    watchBank({
      database: bank.database,
      openStreams: bank.live.openStreams,
      hashing: bank.auth.hashing.state,
      version: config.version,
      mode: institution.mode,
      isDraining: draining.isDraining,
    });
  const watchPort = watch && config.metrics ? await openWatchPort(watch, config.metrics) : null;
  if (watchPort) console.info(`Metrics are on http://${config.metrics?.host}:${watchPort.port}/metrics.`);
  if (!existsSync(join(config.buildDir, 'pages.json')))
    console.error(`There are no pages in ${config.buildDir}: only /api is answered. Run: npm run build`);
  const app = createApp(bank, logger, draining);
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, (address) => {
    console.info(
      `Guichet ${config.version} is ready on http://${config.host}:${address.port} (${bank.database.kind}).`,
    );
  });
  (server as Server).keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('error', (error) => {
    console.error(sentenceOfListening(error, config));
    process.exit(1);
  });
  const delivery = startMails(bank, config.publicUrl, { transport, logger });
  const jobs = startJobs({ bank, logger });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const forced = setTimeout(() => process.exit(1), GRACE_MS);
    forced.unref();
    draining.begin();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A browser keeps a connection open between its requests; one that is idle now has nothing more to wait for.
    const idle = setInterval(() => (server as Server).closeIdleConnections(), 50);
    // Streams would keep their connections open for ever: they end first, browsers then open them on another node.
    await bank.live.close();
    // A mail queued by a last request waits in the outbox for the next start.
    await Promise.all([closed, delivery.then((mails) => mails.stop()), jobs.stop(), operator?.close()]);
    clearInterval(idle);
    // The metrics answer until the end, so that monitoring sees this node stop.
    await watchPort?.close();
    watch?.stop();
    await closeBank(bank);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await delivery;
}

main().catch((error: unknown) => {
  console.error(sentenceForOperator(error) ?? error);
  process.exit(1);
});
