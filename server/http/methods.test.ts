import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';

/** Methods that a browser cannot send from a page, over a real connection (ASVS 5.0, 13.4.4). */

const SECRET = 'planted-in-a-header-0123456789';

let bank: TestBank;
let server: ServerType;

beforeAll(async () => {
  bank = await openTestBank();
  server = serve({
    fetch: createApp(bank.bank, pino({ level: 'silent' })).fetch,
    hostname: '127.0.0.1',
    port: 0,
  });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await bank.close();
});

function ask(method: string, path: string): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers: { 'x-planted': SECRET } });
    call.once('error', reject);
    call.once('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.end();
  });
}

test.each([
  ['TRACE', '/', 404],
  ['TRACE', '/api/health', 403],
  ['PROPFIND', '/', 404],
  ['PROPFIND', '/api/health', 403],
] as const)('%s %s is refused and echoes nothing', async (method, path, status) => {
  const answer = await ask(method, path);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain(SECRET);
});
