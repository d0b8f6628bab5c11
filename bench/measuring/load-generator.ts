import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { quantile } from './figures.ts';
import type { Load, LoadResult } from './load.ts';

/** Child process of `load.ts`: keeps every caller busy with HTTP/1.1 requests, one at a time for each, and times the answers. */

const HEAD_END = Buffer.from('\r\n\r\n');
/** `Content-Length` in any case. The generator shares the machine: parsing all headers would distort the measure. */
const LENGTH = Buffer.from('ength: ');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** The status 200. */
const [TWO, ZERO] = Buffer.from('20');
/** What any socket has received is taken before the next one is read. */
const readInto = Buffer.allocUnsafe(64 * 1024);

/** Where the first answer in the buffer ends, or -1 when it is not complete. */
function endOfAnswer(buffer: Buffer): number {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd < 0) return -1;
  const bodyStart = headEnd + HEAD_END.length;
  const lengthAt = buffer.indexOf(LENGTH);
  if (lengthAt >= 0 && lengthAt < headEnd) {
    const end = bodyStart + Number.parseInt(buffer.toString('latin1', lengthAt + LENGTH.length, headEnd), 10);
    return buffer.length >= end ? end : -1;
  }
  const head = buffer.toString('latin1', 0, headEnd).toLowerCase();
  if (!head.includes('transfer-encoding: chunked')) return bodyStart;
  const last = buffer.indexOf(LAST_CHUNK, bodyStart);
  return last < 0 ? -1 : last + LAST_CHUNK.length;
}

type Work = ReturnType<typeof workOf>;

/** The requests of one load, each with its own number, and what came back. */
function workOf(load: Load) {
  const { port, method, paths, headers, body = '' } = load;
  const fixed = Object.entries({ host: `127.0.0.1:${port}`, connection: 'keep-alive', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const keys = randomBytes(8).toString('hex');
  let serial = 0;
  const [pathStart, pathEnd] = [`${method} `, ` HTTP/1.1\r\n${fixed}`];
  const [bodyStart = '', bodyEnd] = body.split('{n}');
  const bodyBytes = Buffer.byteLength(body.replace('{n}', ''));
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  return {
    port,
    latencies,
    failures,
    request(): string {
      serial += 1;
      const number = String(serial);
      const asked = paths[serial % paths.length] ?? '/';
      const path = asked.includes('{n}') ? asked.replace('{n}', number) : asked;
      if (method === 'GET') return `${pathStart}${path}${pathEnd}\r\n`;
      const text = bodyEnd === undefined ? bodyStart : `${bodyStart}${number}${bodyEnd}`;
      const bytes = bodyEnd === undefined ? bodyBytes : bodyBytes + number.length;
      return `${pathStart}${path}${pathEnd}idempotency-key: ${keys}-${number}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${text}`;
    },
    result: (): LoadResult => ({
      perSecond: latencies.length / load.seconds,
      p50: quantile(latencies, 0.5),
      p95: quantile(latencies, 0.95),
      p99: quantile(latencies, 0.99),
      answers: latencies.length,
      failures,
    }),
  };
}

/** Sends loads by as many callers as the first has connections; each caller keeps a connection to every load and asks them in turn. */
function run(loads: readonly [Load, ...Load[]]): Promise<LoadResult[]> {
  const [{ connections: callers, seconds, warmUpSeconds = 0, rate }] = loads;
  const works = loads.map(workOf);
  const started = performance.now();
  const countFrom = started + warmUpSeconds * 1000;
  const end = countFrom + seconds * 1000;

  return new Promise((resolve, reject) => {
    let open = callers;
    /** With a rate, when the next request is due: latency counts from then, so that a stalled server cannot hide behind its callers. */
    let nextDue = started;
    const interval = rate ? 1000 / rate : 0;

    function call(caller: number): void {
      const sockets: Socket[] = [];
      /** Which load is asked next: callers begin with different ones. */
      let turn = caller;
      let sentAt = 0;
      let connected = 0;

      function sendNext(now = performance.now()): void {
        if (now >= end) {
          for (const socket of sockets) socket.end();
          open -= 1;
          if (open === 0) resolve(works.map((work) => work.result()));
          return;
        }
        const at = turn % works.length;
        const [socket, work] = [sockets[at] as Socket, works[at] as Work];
        turn += 1;
        if (interval > 0) {
          const due = nextDue;
          nextDue += interval;
          sentAt = due;
          if (due > now) setTimeout(() => socket.write(work.request()), due - now);
          else socket.write(work.request());
          return;
        }
        sentAt = now;
        socket.write(work.request());
      }

      for (const { port, latencies, failures } of works) {
        let received: Buffer | null = null;
        function take(chunk: Buffer): void {
          const whole = received ? Buffer.concat([received, chunk]) : chunk;
          if (endOfAnswer(whole) < 0) {
            // The buffer that was read into is read into again.
            received = Buffer.from(whole);
            return;
          }
          received = null;
          const isGood = whole[9] === TWO && whole[10] === ZERO && whole[11] === ZERO;
          const now = performance.now();
          if (!isGood) {
            const status = whole.toString('latin1', 9, 12);
            failures[status] = (failures[status] ?? 0) + 1;
          } else if (now >= countFrom && now < end) latencies.push(now - sentAt);
          sendNext(now);
        }
        // Read into one buffer, without the stream that sockets otherwise are.
        const socket = connect({
          port,
          host: '127.0.0.1',
          noDelay: true,
          onread: {
            buffer: readInto,
            callback: (length, buffer) => {
              take((buffer as Buffer).subarray(0, length));
              return true;
            },
          },
        });
        sockets.push(socket);
        socket.on('connect', () => {
          connected += 1;
          if (connected === works.length) sendNext();
        });
        socket.on('error', reject);
      }
    }
    for (let caller = 0; caller < callers; caller += 1) call(caller);
  });
}

process.on('message', async (loads) => {
  process.send?.(await run(loads as [Load, ...Load[]]));
});
