import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHttpProvider } from './http-provider.ts';

/** The protocol of docs/payee-check.md against a server of the test. */

let server: Server;
let url: string;
let answer: (asked: {
  headers: IncomingMessage['headers'];
  body: unknown;
}) => { status: number; text: string } | null;
let asked: { method: string; path: string; authorization: string; body: unknown }[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    request.on('end', () => {
      const body: unknown = JSON.parse(text);
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, authorization: headers.authorization ?? '', body });
      const told = answer({ headers, body });
      if (told) response.writeHead(told.status, { 'content-type': 'application/json' }).end(told.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vop/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const QUESTION = {
  iban: 'DE89370400440532013000',
  name: 'Zoé Renard',
  orderKind: 'transfer',
  requestId: '01a1f9fc-c168-7994-9947-21aa0f6aff7f',
} as const;
const provider = () =>
  createHttpProvider({ url, token: 'a-token-of-the-test', certificateFile: null, keyFile: null });
const check = (signal = new AbortController().signal) => provider().check(QUESTION, signal);

test('PAY-13 asks by POST with the token, the IBAN, the name and an id', async () => {
  answer = () => ({ status: 200, text: '{"result":"MTCH","reference":"R1"}' });
  expect(await check()).toEqual({ result: 'match', reference: 'R1' });
  const { orderKind: _, ...body } = QUESTION;
  expect(asked).toEqual([
    { method: 'POST', path: '/vop/payee-checks', authorization: 'Bearer a-token-of-the-test', body },
  ]);
});

test.each([
  [
    { result: 'CMTC', matchedName: 'RENARD Z', reference: 'R' },
    { result: 'close-match', name: 'RENARD Z', reference: 'R' },
  ],
  [
    { result: 'NMTC', matchedName: 'never told', reference: 'R' },
    { result: 'no-match', reference: 'R' },
  ],
  [
    { result: 'NOAP', reference: 'R' },
    { result: 'not-possible', reason: 'account-type', reference: 'R' },
  ],
])('PAY-13 the answer %j', async (told, expected) => {
  answer = () => ({ status: 200, text: JSON.stringify(told) });
  expect(await check()).toEqual(expected);
});

describe('PAY-13 is no answer', () => {
  test.each([
    ['an unknown word', 200, '{"result":"YES","reference":"R"}'],
    ['a close match without a name', 200, '{"result":"CMTC","reference":"R"}'],
    ['no reference', 200, '{"result":"MTCH"}'],
    ['no JSON', 200, 'MTCH'],
    ['an error', 503, '{"result":"MTCH","reference":"R"}'],
    ['a redirection', 302, ''],
    ['more than a few kilobytes', 200, `{"result":"MTCH","reference":"${'R'.repeat(70_000)}"}`],
  ])('%s', async (_, status, text) => {
    answer = () => ({ status, text });
    await expect(check()).rejects.toThrow();
  });

  test('silence, ended by the signal', async () => {
    answer = () => null;
    const giveUp = new AbortController();
    const waiting = check(giveUp.signal);
    await expect.poll(() => asked.length).toBe(1);
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
  });
});
