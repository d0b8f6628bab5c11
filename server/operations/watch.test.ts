import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { newUuid } from '../ids.ts';
import { tell } from '../signals.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { createMetrics } from './prometheus.ts';
import { openWatchPort, type Watch, watchBank } from './watch.ts';

let bank: TestBank;
let watch: Watch;
let draining: boolean;
beforeEach(async () => {
  bank = await openTestBank();
  draining = false;
  watch = watchBank({
    database: bank.database,
    openStreams: bank.bank.live.openStreams,
    hashing: bank.bank.auth.hashing.state,
    version: '1.2.3',
    mode: 'demo',
    isDraining: () => draining,
  });
});
afterEach(async () => {
  watch.stop();
  await bank.close();
});

/** The value of a series, read as Prometheus would. */
async function figure(series: string): Promise<number | null> {
  const text = await watch.metrics();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line ? Number(line.slice(series.length + 1)) : null;
}

describe('the metrics', () => {
  test('count requests by the route of the contract, with their status and time', async () => {
    const client = await bank.client();
    await client.get('/overview');
    await client.get('/loans/019a9d3e-7c11-7e55-9c3c-2f1f6a4f1b2a');
    await bank.visitor().get('/loans');
    const labels = (route: string, status: number) => `{method="GET",route="${route}",status="${status}"}`;
    expect(await figure(`guichet_http_request_duration_seconds_count${labels('/api/overview', 200)}`)).toBe(
      1,
    );
    expect(await figure(`guichet_http_request_duration_seconds_count${labels('/api/loans', 401)}`)).toBe(1);
    const text = await watch.metrics();
    expect(text).not.toContain('019a9d3e');
    expect(text).toMatch(/guichet_http_request_duration_seconds_bucket\{[^}]*le="\+Inf"\} \d/);
    expect(text).toMatch(/^guichet_database_statement_seconds_count [1-9]/m);
  });

  test('count postings once committed, and sign-ins by outcome', async () => {
    const client = await bank.client();
    await bank.fund(client, 500);
    const undone = bank.work(client.userId, async (work) => {
      work.posted.push('undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await watch.metrics()).not.toContain('undone');
    const text = await watch.metrics();
    expect(text).toMatch(/^guichet_postings_total\{event="[\w-]+"\} 1$/m);
    await bank.visitor().post('/session', { email: client.email, password: `${TEST_PASSWORD}-no` });
    expect(
      await figure('guichet_sign_ins_total{entrance="session.signIn",outcome="auth.invalid-credentials"}'),
    ).toBe(1);
    expect(text).toMatch(/guichet_sign_ins_total\{entrance="[\w.]+",outcome="succeeded"\} [1-9]/);
  });

  test('tell the depth and age of the outbox, the streams, the pool and the process', async () => {
    await bank.database.db.execute(sql`insert into outbox (id, recipient, template, params, next_attempt_at, created_at)
      values ('019a9d3e-7c11-7e55-9c3c-2f1f6a4f1b2a', 'a@b.test', 'x', '{}', now(), now() - interval '90 seconds'),
        ('019a9d3e-7c11-7e55-9c3c-2f1f6a4f1b2b', 'a@b.test', 'x', '{}', '9999-12-31', now())`);
    expect(await figure('guichet_outbox_mails{state="waiting"}')).toBe(1);
    expect(await figure('guichet_outbox_mails{state="given-up"}')).toBe(1);
    expect(await figure('guichet_outbox_oldest_seconds')).toBeGreaterThanOrEqual(89);
    expect(await figure('guichet_live_streams')).toBe(0);
    expect(await figure('guichet_password_hashes{state="waiting"}')).toBe(0);
    const userId = newUuid();
    const reader = bank.bank.live.subscribe({ userId, sessionId: newUuid(), staffTopics: [] });
    const waiting = reader.next();
    expect(await figure('guichet_live_streams')).toBe(1);
    expect(await figure('guichet_database_connections{state="waiting"}')).toBe(0);
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await figure('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThan(0);
    expect(await figure('guichet_ready')).toBe(1);
    await bank.bank.live.close();
    await waiting;
  });

  test('tell the work without a request that is under way', async () => {
    const series = 'guichet_jobs_running{job="one-of-this-test"}';
    tell('guichet:job-begun', { job: 'one-of-this-test' });
    expect(await figure(series)).toBe(1);
    tell('guichet:job', { job: 'one-of-this-test', outcome: 'done', ms: 1 });
    expect(await figure(series)).toBe(0);
  });

  test('tell of each job when it last succeeded, how long it took, when it is due next and whether it fails', async () => {
    await bank.database.db.execute(sql`insert into job_runs
        (job, due_at, state, claim, lease_until, attempts, handled, started_at, ended_at, duration_ms, next_attempt_at, failure)
      values
        ('purge-mails', '2026-12-04T02:20:00Z', 'done', ${newUuid()}, now(), 1, 7, '2026-12-04T02:20:00Z', '2026-12-04T02:20:02Z', 2000, null, null),
        ('purge-mails', '2026-12-05T02:20:00Z', 'failed', ${newUuid()}, now(), 1, 7, '2026-12-05T02:20:00Z', '2026-12-05T02:20:05Z', 5000,
          '2026-12-05T02:21:00Z', 'no luck')`);
    const ofJob = (name: string) => figure(`guichet_job_${name}{job="purge-mails"}`);
    expect(await ofJob('failing')).toBe(1);
    expect(await ofJob('last_success_seconds')).toBe(Date.parse('2026-12-04T02:20:02Z') / 1000);
    expect(await ofJob('last_duration_seconds')).toBe(5);
    expect(await ofJob('next_run_seconds')).toBe(Date.parse('2026-12-06T02:20:00Z') / 1000);
  });

  test('say nothing personal', async () => {
    const client = await bank.client({ lastName: 'Introuvable' });
    await client.get(`/session?name=${client.email}`);
    await bank.visitor().call('BREW', '/session');
    const text = await watch.metrics();
    for (const planted of [client.email, 'Introuvable', client.userId, client.accountId, 'BREW'])
      expect(text).not.toContain(planted);
  });

  test('are Prometheus text: escaped labels, cumulative buckets, bounded series, a failing gauge left out', async () => {
    const metrics = createMetrics();
    const count = metrics.counter('a_total', 'Help.');
    count({ label: 'a"b\\c\nd' });
    for (let n = 0; n < 3_000; n += 1) count({ label: n });
    const observe = metrics.histogram('b', 'Help.', [1, 2]);
    for (const value of [0.5, 1.5, 9]) observe(value);
    metrics.gauge('c', 'Help.', () => {
      throw new Error('away');
    });
    const text = await metrics.text();
    expect(text).toContain('a_total{label="a\\"b\\\\c\\nd"} 1');
    expect(text).toMatch(/a_total\{label="other"\} 1\d{3}/);
    expect(text).toContain(
      'b_bucket{le="1"} 1\nb_bucket{le="2"} 2\nb_bucket{le="+Inf"} 3\nb_sum 11\nb_count 3',
    );
    expect(text).not.toMatch(/^c |# HELP c/m);
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_]+(\{.*\})? \S+$)/);
  });
});

describe('the port of those who watch', () => {
  test('answers metrics, liveness and readiness, and nothing else', async () => {
    const port = await openWatchPort(watch, { host: '127.0.0.1', port: 0 });
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port.port}${path}`, init);
    try {
      const metrics = await ask('/metrics');
      expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(await metrics.text()).toContain('guichet_info{version="1.2.3",mode="demo"');
      expect((await ask('/livez')).status).toBe(200);
      expect((await ask('/readyz')).status).toBe(200);
      expect((await ask('/api/session')).status).toBe(404);
      expect((await ask('/metrics', { method: 'POST' })).status).toBe(405);
      draining = true;
      const stopping = await ask('/readyz');
      expect([stopping.status, await stopping.text()]).toEqual([503, 'stopping\n']);
      expect((await ask('/livez')).status).toBe(200);
    } finally {
      await port.close();
    }
  });

  test('is not ready while the database does not answer', async () => {
    const away = watchBank({
      database: { ...bank.database, migrations: () => Promise.reject(new Error('away')) },
      openStreams: () => 0,
      hashing: () => ({ running: 0, waiting: 0 }),
      version: '1',
      mode: 'demo',
      isDraining: () => false,
    });
    expect(await away.unready()).toBe('the database does not answer');
    expect(await away.metrics()).toContain('guichet_ready 0');
    away.stop();
  });

  test('is not the port of the bank: there /metrics is a page like any other', async () => {
    const app = createApp(bank.bank, pino({ level: 'silent' }));
    expect((await app.request('http://bank.test/metrics')).status).toBe(404);
  });
});
