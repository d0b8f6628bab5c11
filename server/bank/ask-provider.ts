import { readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProviderConfig } from '../config.ts';

/** An answer is a few hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

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
          if (size > MAX_ANSWER_BYTES) throw new Error('the answer of the provider is too long');
          parts.push(part);
        }
        if (response.statusCode !== 200)
          throw new Error(`the provider answered ${response.statusCode ?? 'nothing'}`);
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
 * Asks another firm by `POST {url}/{path}` with JSON, and reads the JSON of its answer. The certificate and its key are read once, at the start.
 * @returns the question, which throws for anything but a 200 of a short JSON text before the signal.
 * @throws Error when the files of the certificate cannot be read.
 */
export function providerAt(
  { url, token, certificateFile, keyFile }: ProviderConfig,
  path: string,
): (body: unknown, signal: AbortSignal) => Promise<unknown> {
  const target = new URL(`${url.replace(/\/+$/, '')}/${path}`);
  const proof = {
    token,
    certificate: certificateFile ? readFileSync(certificateFile) : undefined,
    key: keyFile ? readFileSync(keyFile) : undefined,
  };
  return async (body, signal) => JSON.parse(await post(target, body, proof, signal)) as unknown;
}
