import { sessionLost } from './client.ts';
import { type ApiProblem, connectionProblem, problemOf } from './problem.ts';

interface UploadOptions {
  readonly idempotencyKey: string;
  /** How much has left, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Stops it: the server keeps nothing of a file that did not arrive whole. */
  readonly signal: AbortSignal;
}

/**
 * Sends a file to a route of the API that takes one. `fetch` does not tell how much of a body has left.
 * @throws ApiProblem when it was refused or no answer came; the signal's reason when it was stopped.
 */
export function upload(
  path: string,
  file: Blob,
  name: string,
  { idempotencyKey, onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.setRequestHeader('x-file-name', encodeURIComponent(name));
    call.setRequestHeader('idempotency-key', idempotencyKey);
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onerror = () => reject(connectionProblem(navigator.onLine ? 'unanswered' : 'offline'));
    call.onabort = () => reject(signal.reason);
    call.onload = async () => {
      if (call.status === 200) return resolve();
      const answer = new Response(call.responseText, { status: Math.max(call.status, 200) });
      const problem: ApiProblem = await problemOf(answer);
      if (problem.code === 'auth.required') sessionLost();
      reject(problem);
    };
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
  });
}
