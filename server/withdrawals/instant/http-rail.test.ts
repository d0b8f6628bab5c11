import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { simulatedInstantAnswer } from '#domain/withdrawals/instant.ts';
import { createHttpRail, instantRailOf } from './instant-rail.ts';

/** The protocol of docs/instant-transfers.md against a server of the test. */

let server: Server;
let url: string;
let told: { status: number; text: string } | null;
let asked: { method: string; path: string; authorization: string; body: unknown }[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, authorization: headers.authorization ?? '', body: JSON.parse(text) });
      if (told) response.writeHead(told.status, { 'content-type': 'application/json' }).end(told.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rail/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ORDER = {
  requestId: '01a1f9fcc1687994994721aa0f6aff7f',
  amountMinor: 120_05,
  payee: { name: 'Zoé Renard', iban: 'DE89370400440532013000' },
  remittance: 'Loyer',
  isAgain: false,
};
const HOUSE = { legalName: 'Comptoir Essai', houseIban: 'FR7600000000010000000000179' };
const config = () => ({ url, token: 'a-token-of-the-test', certificateFile: null, keyFile: null });
const send = (signal = new AbortController().signal) => createHttpRail(config(), HOUSE).send(ORDER, signal);

test('PAY-43 sends by POST with the token, the amount in decimals, both accounts and the id', async () => {
  told = { status: 200, text: '{"status":"ACSC","reference":"R1"}' };
  expect(await send()).toEqual({ status: 'ACSC', reason: null });
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/rail/instant-transfers',
      authorization: 'Bearer a-token-of-the-test',
      body: {
        requestId: ORDER.requestId,
        amount: '120.05',
        currency: 'EUR',
        debtor: { name: HOUSE.legalName, iban: HOUSE.houseIban },
        creditor: ORDER.payee,
        remittance: 'Loyer',
      },
    },
  ]);
});

test.each([
  ['{"status":"ACCC"}', { status: 'ACCC', reason: null }],
  ['{"status":"RJCT","reason":"AC04"}', { status: 'RJCT', reason: 'AC04' }],
  ['{"status":"RJCT"}', { status: 'RJCT', reason: null }],
  ['{"status":"PDNG","reason":null}', { status: 'PDNG', reason: null }],
])('PAY-43 reads the answer %s', async (text, expected) => {
  told = { status: 200, text };
  expect(await send()).toEqual(expected);
});

describe('PAY-43 is no answer', () => {
  test.each([
    ['an unknown word', 200, '{"status":"DONE"}'],
    ['a reason that is no code', 200, '{"status":"RJCT","reason":"compte clos"}'],
    ['no JSON', 200, 'ACSC'],
    ['an error', 503, '{"status":"ACSC"}'],
    ['a redirection', 302, ''],
    ['more than a few kilobytes', 200, `{"status":"ACSC","reference":"${'R'.repeat(70_000)}"}`],
  ])('%s', async (_, status, text) => {
    told = { status, text };
    await expect(send()).rejects.toThrow();
  });

  test('silence, ended by the signal', async () => {
    told = null;
    const giveUp = new AbortController();
    const waiting = send(giveUp.signal);
    await expect.poll(() => asked.length).toBe(1);
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
  });
});

test.each([
  ['Zoé Renard', false, 'ACSC'],
  ['Zoé Refus', false, 'RJCT'],
  ['Zoé Lent', false, 'PDNG'],
  ['Zoé Lent', true, 'ACSC'],
  ['Zoé Indisponible', true, undefined],
])('PAY-43 the simulated rail answers %s, asked again %s: %s', (name, isAgain, status) => {
  const payee = { ...ORDER.payee, name };
  expect(simulatedInstantAnswer({ ...ORDER, payee, isAgain })?.status).toBe(status);
});

test('PAY-43 a demonstration has the simulated rail, a live institution the configured one or files of one', () => {
  const demo = institutionSchema.parse(demonstration);
  const live = { ...demo, mode: 'live' as const };
  expect([
    instantRailOf(config(), demo)?.name,
    instantRailOf(config(), live)?.name,
    instantRailOf(null, live),
  ]).toEqual(['simulated', 'http', null]);
});
