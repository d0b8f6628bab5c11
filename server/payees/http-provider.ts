import { readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as z from 'zod/mini';
import type { PayeeAnswer } from '#domain/payees/payee-check.ts';
import type { PayeeCheckConfig } from '../config.ts';
import type { PayeeCheckProvider } from './provider.ts';

/** An answer is a few hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** What a provider answers (docs/payee-check.md). Fields that are not named here are left alone. */
const answerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('MTCH'), reference: z.string() }),
  z.object({
    result: z.literal('CMTC'),
    matchedName: z.string().check(z.minLength(1)),
    reference: z.string(),
  }),
  z.object({ result: z.literal('NMTC'), reference: z.string() }),
  z.object({ result: z.literal('NOAP'), reference: z.string() }),
]);

function answerOf(answer: z.infer<typeof answerSchema>): PayeeAnswer {
  switch (answer.result) {
    case 'MTCH':
      return { result: 'match' };
    case 'CMTC':
      return { result: 'close-match', name: answer.matchedName };
    case 'NMTC':
      return { result: 'no-match' };
    case 'NOAP':
      return { result: 'not-possible', reason: 'account-type' };
  }
}

/** Sends JSON with a bearer token, and a client certificate where one is configured. @throws Error for anything but a 200 of a short text. */
function post(
  url: URL,
  body: unknown,
  { token, certificate, key }: { token: string; certificate: Buffer | undefined; key: Buffer | undefined },
  signal: AbortSignal,
): Promise<string> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const text = JSON.stringify(body);
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const call = send(url, { method: 'POST', headers, signal, cert: certificate, key }, async (response) => {
      try {
        const parts: Buffer[] = [];
        let size = 0;
        for await (const part of response as AsyncIterable<Buffer>) {
          size += part.length;
          if (size > MAX_ANSWER_BYTES) throw new Error('the answer of the payee check is too long');
          parts.push(part);
        }
        if (response.statusCode !== 200)
          throw new Error(`the payee check answered ${response.statusCode ?? 'nothing'}`);
        resolve(Buffer.concat(parts).toString('utf8'));
      } catch (error) {
        call.destroy();
        reject(error);
      }
    });
    call.on('error', reject);
    call.end(text);
  });
}

/**
 * A provider that is asked by HTTP (docs/payee-check.md): `POST {url}/payee-checks`. The certificate and its key are read once, at the start.
 * @throws Error when their files cannot be read.
 */
export function createHttpProvider(config: PayeeCheckConfig): PayeeCheckProvider {
  const { token, certificateFile, keyFile } = config;
  const url = new URL(`${config.url.replace(/\/+$/, '')}/payee-checks`);
  const proof = {
    token,
    certificate: certificateFile ? readFileSync(certificateFile) : undefined,
    key: keyFile ? readFileSync(keyFile) : undefined,
  };
  return {
    name: 'http',
    async check({ iban, name, requestId }, signal) {
      const answer = answerSchema.parse(
        JSON.parse(await post(url, { iban, name, requestId }, proof, signal)),
      );
      return { ...answerOf(answer), reference: answer.reference };
    },
  };
}
