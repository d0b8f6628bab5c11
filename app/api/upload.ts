import { sessionLost } from './client.ts';
import { type ApiProblem, connectionProblem, problemOf } from './problem.ts';

interface UploadOptions {
  readonly idempotencyKey: string;
  /** What kind of document it is, on a route that takes one. */
  readonly kind?: string;
  /** The share that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Aborts the upload: the server discards an incomplete file. */
  readonly signal: AbortSignal;
}

/**
 * Sends a file to an upload route of the API and answers its body. Uses XMLHttpRequest because `fetch` has no upload progress.
 * @throws ApiProblem when refused or unanswered; the signal's reason when aborted.
 */
export function upload(
  path: string,
  file: Blob,
  name: string,
  { idempotencyKey, kind, onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.setRequestHeader('x-file-name', encodeURIComponent(name));
    if (kind !== undefined) call.setRequestHeader('x-document-kind', kind);
    call.setRequestHeader('idempotency-key', idempotencyKey);
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onerror = () => reject(connectionProblem(navigator.onLine ? 'unanswered' : 'offline'));
    call.onabort = () => reject(signal.reason);
    call.onload = async () => {
      if (call.status === 200) return resolve(JSON.parse(call.responseText));
      const answer = new Response(call.responseText, { status: Math.max(call.status, 200) });
      const problem: ApiProblem = await problemOf(answer);
      if (problem.code === 'auth.required') sessionLost();
      reject(problem);
    };
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
  });
}
