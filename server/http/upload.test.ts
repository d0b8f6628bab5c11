import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FILE_TYPES } from '#domain/files/file-type.ts';
import { createApp } from '../app.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { LOAN_REQUEST } from '../testing/populated-bank.ts';
import { type ClientPerson, openTestBank, TEST_ORIGIN, type TestBank } from '../testing/test-bank.ts';
import { contentOf } from './upload.ts';

/** The door for files, over a real connection. */

const MB = 1024 * 1024;

let bank: TestBank;
let client: ClientPerson;
let loanId: string;
let server: ServerType;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
  loanId = (await client.post('/loans', LOAN_REQUEST)).body.loan.id;
  server = serve({
    fetch: createApp(bank.bank, pino({ level: 'silent' })).fetch,
    hostname: '127.0.0.1',
    port: 0,
  });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    (server as unknown as { closeAllConnections(): void }).closeAllConnections();
  });
  await bank.close();
});

/** Begins an upload; its body is written by the test. */
function begin(headers: Readonly<Record<string, string>> = {}, cookies = client.cookies) {
  const call = httpRequest({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    path: `/api/loans/${loanId}/documents`,
    headers: {
      origin: TEST_ORIGIN,
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      'idempotency-key': newUuid(),
      'x-file-name': 'avis.pdf',
      ...headers,
    },
  });
  const answer = new Promise<{ status: number; code?: string }>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code });
    });
  });
  answer.catch(() => {});
  return { call, answer };
}
const left = () =>
  rowsOf<{ files: number; chunks: number }>(
    bank.database.db,
    sql`select (select count(*)::int from files) as files, (select count(*)::int from file_chunks) as chunks`,
  );

describe('the upload door', () => {
  test('refuses an announced size before it reads anything: 413', async () => {
    const { call, answer } = begin({ 'content-length': String(30 * MB) });
    call.flushHeaders();
    expect(await answer).toEqual({ status: 413, code: 'document.too-large' });
    call.destroy();
  });

  test('counts what arrives without an announcement: 413, and nothing stays', async () => {
    const { call, answer } = begin();
    call.write('%PDF-1.7\n');
    for (let sent = 0; sent < 11; sent += 1) call.write(Buffer.alloc(MB));
    expect(await answer).toEqual({ status: 413, code: 'document.too-large' });
    call.destroy();
    await expect.poll(left).toEqual([{ files: 0, chunks: 0 }]);
  });

  test('asks who is there before it reads: 401', async () => {
    const { call, answer } = begin({ 'content-length': String(5 * MB) }, new Map());
    call.flushHeaders();
    expect(await answer).toEqual({ status: 401, code: 'auth.required' });
    call.destroy();
  });

  test('takes 10 MB', async () => {
    const { call, answer } = begin();
    call.write('%PDF-1.7\n');
    call.write(Buffer.alloc(10 * MB - 15));
    call.end('%%EOF\n');
    expect(await answer).toMatchObject({ status: 200 });
    expect(await left()).toEqual([{ files: 1, chunks: 40 }]);
  });

  test('an upload that is broken off leaves nothing, and the next one is taken', async () => {
    const { call } = begin({ 'content-length': String(5 * MB) });
    call.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * MB)]));
    await expect.poll(async () => (await left())[0]?.chunks).toBeGreaterThan(3);
    call.destroy();
    await expect.poll(left).toEqual([{ files: 0, chunks: 0 }]);
    const next = begin();
    next.call.end('%PDF-1.7\n%%EOF\n');
    expect(await next.answer).toMatchObject({ status: 200 });
  });
});

test('a body that does not go on, or takes too long, is given up: 408', async () => {
  const slow = (everyMs: number) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        controller.enqueue(new Uint8Array(1));
      },
    });
  const read = async (everyMs: number, patience: { idleMs: number; wholeMs: number }) => {
    const request = new Request('http://bank.test', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: slow(everyMs),
      duplex: 'half',
    } as RequestInit);
    for await (const _ of contentOf({ request, types: FILE_TYPES, maxBytes: MB }, patience));
  };
  await expect(read(500, { idleMs: 30, wholeMs: 10_000 })).rejects.toMatchObject({ status: 408 });
  await expect(read(5, { idleMs: 1_000, wholeMs: 60 })).rejects.toMatchObject({ status: 408 });
});
