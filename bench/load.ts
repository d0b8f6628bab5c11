import { Agent, request } from 'node:http';
import { openDatabase } from '#server/db/open-database.ts';
import { faultsOfBooks } from '#server/operations/books.ts';
import { startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { median, type Options, type PartResult, quantile } from './measuring/figures.ts';
import { SEEDED_PASSWORD, seededAccountId, seededEmail } from './measuring/seed.ts';

const CONNECTIONS = 50;
const ADMINISTRATORS = 5;
/** Signed-in people at work; each keeps a stream of live updates open beside their calls. */
const CLIENTS = CONNECTIONS - ADMINISTRATORS;
const SAMPLE_MS = 5_000;
const IBAN = 'FR7630006000011234567890189';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answered.
  readonly body: any;
}

/**
 * Fifty connections of mixed real work on PostgreSQL for ten minutes (`LOAD_SECONDS` says otherwise): dashboards read, loans asked for,
 * withdrawals made and taken back, decisions and credits, every client with a stream open. Any answer that is not the expected one is
 * an error; the memory of the process is watched, and the books are checked at the end.
 */
export async function load({ quick, say }: Options): Promise<PartResult> {
  const seconds = Number(process.env.LOAD_SECONDS ?? (quick ? 45 : 600));
  const postgres = await benchPostgres();
  try {
    const databaseUrl = await postgres.createSeeded('load', { clients: 1_000, transactions: 20_000 });
    const bank = await startBank({ databaseUrl });
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const reads: number[] = [];
    const writes: number[] = [];
    const unexpected = new Map<string, number>();
    const done = new Map<string, number>();
    const streams: ReturnType<typeof request>[] = [];
    let heard = 0;
    let lostStreams = 0;
    let serial = 0;
    let isOver = false;

    const ask = (cookie: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
      new Promise((resolve) => {
        serial += 1;
        const started = performance.now();
        const finish = (status: number, text: string) => {
          (method === 'GET' ? reads : writes).push(performance.now() - started);
          const kind = `${method} ${path.replace(/[0-9a-f-]{36}/, '…').replace(/\?.*/, '')}`;
          done.set(kind, (done.get(kind) ?? 0) + 1);
          if (status !== 200) {
            const what = `${kind} ${status} ${text.slice(0, 120)}`;
            unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
          }
          resolve({ status, body: status === 200 ? JSON.parse(text) : null });
        };
        const call = request(
          {
            agent,
            host: '127.0.0.1',
            port: bank.port,
            method,
            path: `/api${path}`,
            headers: {
              cookie,
              origin: bank.url,
              ...(body
                ? { 'content-type': 'application/json', 'idempotency-key': `load-${process.pid}-${serial}` }
                : {}),
            },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk) => {
              text += chunk;
            });
            answer.on('end', () => finish(answer.statusCode ?? 0, text));
          },
        );
        call.on('error', (error) => finish(0, error.message));
        call.end(body ? JSON.stringify(body) : undefined);
      });

    function listen(cookie: string): void {
      const stream = request(
        { host: '127.0.0.1', port: bank.port, path: '/api/live', headers: { cookie }, agent: false },
        (answer) => {
          answer.on('data', () => {
            heard += 1;
          });
          answer.on('close', () => {
            if (!isOver) lostStreams += 1;
          });
        },
      );
      stream.on('error', () => {
        if (!isOver) lostStreams += 1;
      });
      stream.end();
      streams.push(stream);
    }

    async function client(cookie: string, turn: number): Promise<void> {
      await ask(cookie, 'GET', '/overview');
      await ask(cookie, 'GET', '/transactions');
      if (turn % 4 === 0) {
        await ask(cookie, 'POST', '/loans', {
          amountMinor: 10_000_00,
          purpose: 'Rénover la cuisine',
          durationMonths: 36,
          monthlyIncomeMinor: 2_400_00,
        });
        await ask(cookie, 'GET', '/loans');
      }
      if (turn % 4 === 2) {
        const { body } = await ask(cookie, 'POST', '/withdrawals', {
          amountMinor: 1_00,
          iban: IBAN,
          bankName: 'Banque du Marais',
        });
        await ask(cookie, 'GET', '/withdrawals');
        // Half of them are taken back; the others wait for an administrator.
        if (body && turn % 8 === 2)
          await ask(cookie, 'POST', `/withdrawals/${body.withdrawal.id}/cancellation`, {});
      }
    }

    /** Each administrator decides a share of the files of their own, so that no two decide the same one. */
    async function administrator(cookie: string, index: number): Promise<void> {
      await ask(cookie, 'GET', '/admin/overview');
      const { body } = await ask(cookie, 'GET', '/admin/loans?status=pending');
      const mine = ((body?.loans ?? []) as { id: string }[]).filter(
        ({ id }) => Number.parseInt(id.slice(-2), 16) % ADMINISTRATORS === index,
      );
      for (const [position, { id }] of mine.slice(0, 4).entries()) {
        const decision =
          position % 2 === 0
            ? { action: 'approve' }
            : { action: 'reject', reasonCode: 'insufficient-income' };
        await ask(cookie, 'POST', `/admin/loans/${id}/decision`, decision);
      }
      const account = seededAccountId(1 + Math.floor(Math.random() * CLIENTS));
      await ask(cookie, 'POST', `/admin/clients/${account}/credits`, {
        amountMinor: 50_00,
        currency: 'EUR',
        description: 'Versement',
      });
    }

    try {
      const clients: string[] = [];
      for (let n = 1; n <= CLIENTS; n += 1)
        clients.push(await bank.signIn('/session', seededEmail(n), SEEDED_PASSWORD));
      const administrators: string[] = [];
      for (let n = 0; n < ADMINISTRATORS; n += 1) administrators.push(await bank.administrator());
      for (let n = 1; n <= CLIENTS; n += 1)
        await ask(administrators[0] ?? '', 'POST', `/admin/clients/${seededAccountId(n)}/credits`, {
          amountMinor: 10_000_00,
          currency: 'EUR',
          description: 'Versement',
        });
      for (const cookie of clients) listen(cookie);
      say(
        `${CLIENTS} clients and ${ADMINISTRATORS} administrators are signed in; work begins, for ${seconds} s`,
      );
      reads.length = 0;
      writes.length = 0;
      done.clear();

      const memory: number[] = [];
      const began = performance.now();
      const end = began + seconds * 1_000;
      const sampler = setInterval(() => {
        memory.push(bank.memoryMb());
        const minute = 60_000 / SAMPLE_MS;
        if (memory.length % minute === 0)
          say(
            `${reads.length + writes.length} calls, ${memory.at(-1)?.toFixed(0)} MB, ${[...unexpected.values()].reduce((sum, n) => sum + n, 0)} errors`,
          );
      }, SAMPLE_MS);
      const until = async (step: (turn: number) => Promise<void>) => {
        for (let turn = 0; performance.now() < end; turn += 1) await step(turn);
      };
      await Promise.all([
        ...clients.map((cookie, index) => until((turn) => client(cookie, turn + index))),
        ...administrators.map((cookie, index) => until(() => administrator(cookie, index))),
      ]);
      clearInterval(sampler);
      isOver = true;
      const took = (performance.now() - began) / 1_000;

      const database = await openDatabase(
        { kind: 'postgresql', url: databaseUrl, poolSize: 1 },
        { migrates: false },
      );
      const faults = await faultsOfBooks(database.db);
      await database.close();
      for (const [what, times] of unexpected) say(`unexpected, ${times} times: ${what}`);
      for (const fault of faults) say(`fault of the books: ${fault}`);
      const errors = [...unexpected.values()].reduce((sum, times) => sum + times, 0);
      const third = Math.floor(memory.length / 3);
      const [second, last] = [memory.slice(third, 2 * third), memory.slice(2 * third)];
      return {
        title: `Load: ${CONNECTIONS} connections of mixed work for ${Math.round(seconds / 60)} minutes, ${CLIENTS} streams open`,
        figures: [
          { name: 'Answers that were not expected', unit: '', values: [errors], atMost: 0 },
          { name: 'Streams lost', unit: '', values: [lostStreams], atMost: 0 },
          {
            name: 'Faults of the books and the audit trail at the end',
            unit: '',
            values: [faults.length],
            atMost: 0,
          },
          {
            name: 'Memory, last third to second third',
            unit: '×',
            values: [median(last) / median(second)],
            atMost: 1.1,
          },
          {
            name: 'Kinds of calls made, of ten',
            unit: '',
            values: [done.size],
            atLeast: 10,
          },
          { name: 'Memory', unit: 'MB', values: memory },
          { name: 'Calls', unit: '/s', values: [(reads.length + writes.length) / took] },
          { name: 'Reads, p95', unit: 'ms', values: [quantile(reads, 0.95)] },
          { name: 'What changes something, p95', unit: 'ms', values: [quantile(writes, 0.95)] },
          { name: 'Events heard on the streams', unit: '/s', values: [heard / took] },
        ],
        notes: [
          `Calls: ${[...done].map(([kind, times]) => `${kind} ${times}`).join(', ')}.`,
          'As fast as answers come: every one of the fifty asks again at once, so that p95 is that of a full queue and not of people who read.',
          'Server, database and load generator share the machine. Memory is the resident memory of the node, every five seconds.',
        ],
      };
    } finally {
      isOver = true;
      for (const stream of streams) stream.destroy();
      agent.destroy();
      await bank.stop();
    }
  } finally {
    await postgres.stop();
  }
}
