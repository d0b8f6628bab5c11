import { connect, type Socket } from 'node:net';
import { startBank } from './measuring/bank.ts';
import { benchPostgres } from './measuring/database.ts';
import { type Options, type PartResult, quantile } from './measuring/figures.ts';
import { SEEDED_PASSWORD, seededAccountId, seededEmail } from './measuring/seed.ts';

const STREAMS = 1_000;
const PEOPLE = 50;

/** One node with a thousand open event streams: how long a post takes to reach the screens of its client, and what a stream costs. */
export async function live({ quick, say }: Options): Promise<PartResult> {
  const rounds = quick ? 2 : 5;
  const postsPerRound = quick ? 20 : 60;
  const postgres = await benchPostgres();
  try {
    const bank = await startBank({
      databaseUrl: await postgres.createSeeded('live', { clients: 1_000, transactions: 10_000 }),
    });
    const sockets: Socket[] = [];
    try {
      const administrator = await bank.administrator();
      const cookies: string[] = [];
      for (let n = 1; n <= PEOPLE; n += 1)
        cookies.push(await bank.signIn('/session', seededEmail(n), SEEDED_PASSWORD));
      await pause(2_000);
      const before = bank.memoryMb();

      /** Hears who was told of a movement, and when. */
      let heard: (person: number, at: number) => void = () => {};
      await Promise.all(
        Array.from(
          { length: STREAMS },
          (_, index) =>
            new Promise<void>((open, failed) => {
              const person = index % PEOPLE;
              const socket = connect({ port: bank.port, host: '127.0.0.1' });
              sockets.push(socket);
              socket.on('error', failed);
              socket.on('connect', () =>
                socket.write(
                  `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${bank.port}\r\naccept: text/event-stream\r\ncookie: ${cookies[person]}\r\n\r\n`,
                ),
              );
              socket.on('data', (chunk) => {
                const text = chunk.toString('latin1');
                if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200'))
                  failed(new Error(`a stream was refused: ${text.slice(0, 200)}`));
                if (text.includes('"topics":[]')) open();
                if (text.includes('"transactions"')) heard(person, performance.now());
              });
            }),
        ),
      );
      say(`${STREAMS} streams are open`);
      await pause(2_000);
      const perStreamKb = ((bank.memoryMb() - before) * 1024) / STREAMS;

      const perScreen = STREAMS / PEOPLE;
      const p95s: number[] = [];
      const slowest: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const delays: number[] = [];
        for (let n = 0; n < postsPerRound; n += 1) {
          const person = n % PEOPLE;
          const started = performance.now();
          let screens = 0;
          const allHeard = new Promise<void>((done, failed) => {
            const late = setTimeout(() => failed(new Error('a post did not reach its screens')), 10_000);
            heard = (who, at) => {
              if (who !== person) return;
              delays.push(at - started);
              screens += 1;
              if (screens < perScreen) return;
              clearTimeout(late);
              done();
            };
          });
          const answer = await fetch(`${bank.url}/api/admin/clients/${seededAccountId(person + 1)}/credits`, {
            method: 'POST',
            headers: {
              cookie: administrator,
              origin: bank.url,
              'content-type': 'application/json',
              'idempotency-key': `live-${round}-${n}-${Date.now()}`,
            },
            body: '{"amountMinor":100,"currency":"EUR","description":"Versement"}',
          });
          if (!answer.ok) throw new Error(`a post was answered ${answer.status}`);
          await allHeard;
        }
        p95s.push(quantile(delays, 0.95));
        slowest.push(Math.max(...delays));
        say(`round ${round + 1}: p95 ${p95s.at(-1)?.toFixed(0)} ms`);
      }
      return {
        title: `Live: ${STREAMS.toLocaleString('en-GB')} open streams on one node`,
        figures: [
          {
            name: 'From sending a post to the event on each screen of its client, p95',
            isHeadline: true,
            unit: 'ms',
            values: p95s,
            atMost: 250,
          },
          { name: 'The slowest of them', unit: 'ms', values: slowest },
          { name: 'Memory of one open stream', unit: 'KB', values: [perStreamKb] },
        ],
        notes: [
          `${PEOPLE} signed-in people with ${STREAMS / PEOPLE} streams each; ${postsPerRound} posts a round, one after the other, each heard by ${STREAMS / PEOPLE} streams. The time includes the post itself.`,
        ],
      };
    } finally {
      for (const socket of sockets) socket.destroy();
      await bank.stop();
    }
  } finally {
    await postgres.stop();
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
