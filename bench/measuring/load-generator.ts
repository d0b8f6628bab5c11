import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { quantile } from './figures.ts';
import type { Load, LoadResult } from './load.ts';

/** Child process of `load.ts`: keeps every connection busy with HTTP/1.1 requests, one at a time on each, and times the answers. */

const HEAD_END = Buffer.from('\r\n\r\n');
/** Of « Content-Length » however it is written. Whoever measures shares the machine: reading all the headers would be measured with the rest. */
const LENGTH = Buffer.from('ength: ');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

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

function run(load: Load): Promise<LoadResult> {
  const { port, connections, method, paths, headers, body = '' } = load;
  const fixed = Object.entries({ host: `127.0.0.1:${port}`, connection: 'keep-alive', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const keys = randomBytes(8).toString('hex');
  let serial = 0;
  const started = performance.now();
  const countFrom = started + (load.warmUpSeconds ?? 0) * 1000;
  const end = countFrom + load.seconds * 1000;

  function request(): string {
    serial += 1;
    const number = String(serial);
    const path = (paths[serial % paths.length] ?? '/').replace('{n}', number);
    if (method === 'GET') return `GET ${path} HTTP/1.1\r\n${fixed}\r\n`;
    const text = body.replace('{n}', number);
    return `${method} ${path} HTTP/1.1\r\n${fixed}idempotency-key: ${keys}-${number}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  }

  return new Promise((resolve, reject) => {
    let open = connections;
    /** With a rate, when the next request is due: latency counts from then, so that a stalled server cannot hide behind its callers. */
    let nextDue = started;
    const interval = load.rate ? 1000 / load.rate : 0;

    function finish(): void {
      open -= 1;
      if (open > 0) return;
      const counted = latencies.length;
      resolve({
        perSecond: counted / load.seconds,
        p50: quantile(latencies, 0.5),
        p95: quantile(latencies, 0.95),
        p99: quantile(latencies, 0.99),
        answers: counted,
        failures,
      });
    }

    for (let index = 0; index < connections; index += 1) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let received: Buffer = Buffer.alloc(0);
      let sentAt = 0;
      function sendNext(): void {
        const now = performance.now();
        if (now >= end) {
          socket.end();
          finish();
          return;
        }
        if (interval > 0) {
          const due = nextDue;
          nextDue += interval;
          if (due > now) {
            setTimeout(() => {
              sentAt = due;
              socket.write(request());
            }, due - now);
            return;
          }
          sentAt = due;
        } else sentAt = now;
        socket.write(request());
      }
      socket.on('connect', sendNext);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const length = endOfAnswer(received);
        if (length < 0) return;
        const status = received.toString('latin1', 9, 12);
        received = received.subarray(length);
        const now = performance.now();
        if (status !== '200') failures[status] = (failures[status] ?? 0) + 1;
        else if (now >= countFrom && now < end) latencies.push(now - sentAt);
        sendNext();
      });
    }
  });
}

process.once('message', async (load) => {
  process.send?.(await run(load as Load));
});
