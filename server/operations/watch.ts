import { createServer } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { isJobName, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import { BadConfiguration } from '../config.ts';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { schemaMismatch } from '../db/migrate.ts';
import { hear } from '../signals.ts';
import { createMetrics } from './prometheus.ts';

/** The parts of the bank that the metrics and the readiness read. */
export interface Watched {
  readonly database: Database;
  readonly openStreams: () => number;
  /** Hashes of passwords on this node. */
  readonly hashing: () => { readonly running: number; readonly waiting: number };
  readonly version: string;
  readonly mode: string;
  readonly isDraining: () => boolean;
}

export interface Watch {
  /** Every metric, in Prometheus' text format. */
  metrics(): Promise<string>;
  /** Null when requests may be sent here; otherwise why not. */
  unready(): Promise<string | null>;
  stop(): void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A database that takes longer to say « 1 » is not ready. */
const PATIENCE_MS = 2_000;

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/** The runs of one job, from the table of runs. Moments are seconds since 1970. */
interface JobRow {
  readonly job: string;
  readonly is_failing: boolean;
  readonly succeeded: string | number | null;
  readonly last_due: string | number;
  readonly duration_ms: number | null;
}

const jobRows = (db: Db) =>
  rowsOf<JobRow>(
    db,
    sql`select job, bool_or(state = 'failed') as is_failing, extract(epoch from max(ended_at) filter (where state = 'done')) as succeeded,
        extract(epoch from max(due_at)) as last_due, (array_agg(duration_ms order by due_at desc))[1] as duration_ms
      from job_runs group by job`,
  );

type Metrics = ReturnType<typeof createMetrics>;

/** Counts what the bank tells of its work (`server/signals.ts`), until stopped. */
function countSignals(metrics: Metrics) {
  const requests = metrics.histogram(
    'guichet_http_request_duration_seconds',
    'Answered requests by method, route of the contract and status; streams until their first byte.',
    SECONDS,
  );
  const postings = metrics.counter('guichet_postings_total', 'Committed postings by event.');
  const signIns = metrics.counter('guichet_sign_ins_total', 'Sign-ins by door and outcome.');
  const mails = metrics.counter('guichet_mails_total', 'Mails by outcome of an attempt.');
  const jobs = metrics.counter('guichet_job_runs_total', 'Runs of work without a request, by outcome.');
  const jobSeconds = metrics.counter('guichet_job_seconds_total', 'Time spent in them.');
  /** Runs under way by job. The end of a run that began before the watch is not counted. */
  const running = new Map<string, number>();
  const statements = metrics.histogram(
    'guichet_database_statement_seconds',
    'Statements of the database, the wait for the embedded one included.',
    SECONDS,
  );
  /** What bank and books differed by at the last proof on this node, by currency (PAY-33). */
  const differences = new Map<string, number>();
  metrics.gauge(
    'guichet_reconciliation_difference_minor',
    'What bank and books differed by at the last proof on this node, in minor units.',
    () => [...differences].map(([currency, value]) => ({ labels: { currency }, value })),
  );
  const stops = [
    hear('guichet:request', ({ ms, ...labels }) => requests(ms / 1000, labels)),
    hear('guichet:posting', (labels) => postings(labels)),
    hear('guichet:sign-in', (labels) => signIns(labels)),
    hear('guichet:mail', (labels) => mails(labels)),
    hear('guichet:job-begun', ({ job }) => running.set(job, (running.get(job) ?? 0) + 1)),
    hear('guichet:job', ({ ms, ...labels }) => {
      jobs(labels);
      running.set(labels.job, Math.max(0, (running.get(labels.job) ?? 0) - 1));
      jobSeconds({ job: labels.job }, ms / 1000);
    }),
    hear('guichet:reconciliation', ({ currency, differenceMinor }) =>
      differences.set(currency, differenceMinor),
    ),
    hear('guichet:statement', ({ ms }) => statements(ms / 1000)),
  ];
  return {
    running,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function gaugeNode(metrics: Metrics, watched: Watched): void {
  const { database } = watched;
  metrics.gauge('guichet_info', 'Always 1; the labels say what runs.', () => [
    {
      labels: {
        version: watched.version,
        mode: watched.mode,
        database: database.kind,
        node: process.version,
      },
      value: 1,
    },
  ]);
  metrics.gauge('guichet_live_streams', 'Open streams of live updates on this node.', () => [
    { value: watched.openStreams() },
  ]);
  metrics.gauge('guichet_password_hashes', 'Hashes of passwords on this node by state.', () =>
    Object.entries(watched.hashing()).map(([state, value]) => ({ labels: { state }, value })),
  );
}

function gaugeJobs(metrics: Metrics, db: Db, running: ReadonlyMap<string, number>): void {
  metrics.gauge('guichet_jobs_running', 'Work without a request that is under way on this node.', () =>
    [...running].map(([job, value]) => ({ labels: { job }, value })),
  );
  const jobGauge = (name: string, help: string, figureOf: (row: JobRow) => number | null) =>
    metrics.gauge(name, help, async () =>
      (await withinPatience(jobRows(db))).flatMap((row) => {
        const value = figureOf(row);
        return value === null ? [] : [{ labels: { job: row.job }, value }];
      }),
    );
  jobGauge(
    'guichet_job_failing',
    '1 while a run of the job has failed and waits for its next attempt.',
    (row) => (row.is_failing ? 1 : 0),
  );
  jobGauge('guichet_job_last_success_seconds', 'When the job last succeeded, since 1970.', ({ succeeded }) =>
    succeeded === null ? null : Number(succeeded),
  );
  jobGauge('guichet_job_last_duration_seconds', 'How long its last run took.', ({ duration_ms: ms }) =>
    ms === null ? null : ms / 1000,
  );
  jobGauge(
    'guichet_job_next_run_seconds',
    'When the job is due next, since 1970.',
    ({ job, last_due: due }) =>
      isJobName(job) ? nextDueAfter(TIMETABLES[job], new Date(Number(due) * 1000)).getTime() / 1000 : null,
  );
}

function gaugeOutbox(metrics: Metrics, db: Db): void {
  const outbox = () =>
    rowsOf<{ due: number; given_up: number; age: string | number }>(
      db,
      sql`select count(*) filter (where next_attempt_at < '9999-01-01')::int as due,
          count(*) filter (where next_attempt_at >= '9999-01-01')::int as given_up,
          coalesce(extract(epoch from now() - min(created_at) filter (where next_attempt_at < '9999-01-01')), 0) as age
        from outbox where delivered_at is null`,
    );
  metrics.gauge('guichet_outbox_mails', 'Mails that have not left: waiting, or given up.', async () => {
    const [row] = await withinPatience(outbox());
    return [
      { labels: { state: 'waiting' }, value: row?.due ?? 0 },
      { labels: { state: 'given-up' }, value: row?.given_up ?? 0 },
    ];
  });
  metrics.gauge('guichet_outbox_oldest_seconds', 'Age of the oldest mail that waits.', async () => {
    const [row] = await withinPatience(outbox());
    return [{ value: Math.max(0, Number(row?.age ?? 0)) }];
  });
}

/** Measures the process, until stopped. */
function gaugeProcess(metrics: Metrics) {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  metrics.gauge('nodejs_eventloop_lag_seconds', 'Delay of the event loop since the last scrape.', () => {
    const samples = [
      ...[0.5, 0.99].map((quantile) => ({
        labels: { quantile },
        value: lag.percentile(quantile * 100) / 1e9,
      })),
      { labels: { quantile: 1 }, value: lag.max / 1e9 },
    ];
    lag.reset();
    return samples;
  });
  metrics.gauge(
    'nodejs_eventloop_utilization',
    'Share of time the event loop was busy, since the start.',
    () => [{ value: performance.eventLoopUtilization().utilization }],
  );
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge('nodejs_heap_used_bytes', 'Heap in use.', () => [{ value: process.memoryUsage().heapUsed }]);
  metrics.gauge('process_cpu_seconds_total', 'Processor time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  });
  metrics.gauge('process_start_time_seconds', 'Start of the process.', () => [
    { value: Math.round(Date.now() / 1000 - process.uptime()) },
  ]);
  return { stop: () => lag.disable() };
}

/** Begins to count. Stop it when the bank closes. */
export function watchBank(watched: Watched): Watch {
  const { database } = watched;
  const metrics = createMetrics();
  const signals = countSignals(metrics);
  gaugeNode(metrics, watched);
  gaugeJobs(metrics, database.db, signals.running);
  metrics.gauge('guichet_database_connections', 'Connections of the pool by state.', () =>
    Object.entries(database.connections()).map(([state, value]) => ({ labels: { state }, value })),
  );
  gaugeOutbox(metrics, database.db);
  metrics.gauge('guichet_ready', '1 when requests may be sent here.', async () => [
    { value: (await unready()) === null ? 1 : 0 },
  ]);
  const measured = gaugeProcess(metrics);

  async function unready(): Promise<string | null> {
    if (watched.isDraining()) return 'stopping';
    try {
      return schemaMismatch(await withinPatience(database.migrations()));
    } catch {
      return 'the database does not answer';
    }
  }

  return {
    metrics: () => metrics.text(),
    unready,
    stop() {
      signals.stop();
      measured.stop();
    },
  };
}

/**
 * `/metrics`, `/livez` and `/readyz` on a port of their own, which is not for the world: it tells how many people sign in and what moves.
 * Liveness says that the process answers; readiness that requests may be sent to it.
 */
export async function openWatchPort(
  watch: Watch,
  at: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer(async (question, answer) => {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      answer
        .writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .end(text);
    if (question.method !== 'GET' && question.method !== 'HEAD') return say(405, 'GET only\n');
    const path = (question.url ?? '').split('?')[0];
    if (path === '/livez') return say(200, 'alive\n');
    if (path === '/readyz') {
      const why = await watch.unready();
      return say(why === null ? 200 : 503, `${why ?? 'ready'}\n`);
    }
    if (path === '/metrics')
      return say(200, await watch.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
    return say(404, 'There are /metrics, /livez and /readyz.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new BadConfiguration([`METRICS_PORT cannot be listened on: ${error.message}.`])),
    );
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : at.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
