import { Refusal } from '#domain/errors.ts';
import type { BANK_FILE_TYPE, FileType } from '#domain/files/file-type.ts';

/** The contract's limits on the file of a route. */
export interface UploadLimits {
  readonly types: readonly FileType[] | typeof BANK_FILE_TYPE;
  readonly maxBytes: number;
}

/** The body of a call to a route that takes a file; nothing of it has been read. */
export interface Upload extends UploadLimits {
  readonly request: Request;
}

/** The only media type of an upload's body; the file's type is detected from its content. */
const UPLOAD_TYPE = /^application\/octet-stream\s*(;|$)/i;

/** Idle and total time limits in milliseconds: 10 MB at 0.5 Mbit/s. */
export const UPLOAD_PATIENCE = { idleMs: 15_000, wholeMs: 180_000 } as const;

/** The name of the file that is uploaded, percent-encoded in UTF-8 in the header `X-File-Name`; undefined when it cannot be read. */
function fileNameOf(headers: Headers): string | undefined {
  try {
    return decodeURIComponent(headers.get('x-file-name') ?? '') || undefined;
  } catch {
    return undefined;
  }
}

/** The fields of an upload that stand in headers: the file's name, and the kind of document where the caller names one. */
export function fieldsOf(headers: Headers): { name: string | undefined; kind?: string } {
  const kind = headers.get('x-document-kind');
  return { name: fileNameOf(headers), ...(kind === null ? {} : { kind }) };
}

/** The outcome of a promise, or `document.too-slow` after so long. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Refusal('document.too-slow')), milliseconds);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The body as a stream. Its announced size is checked before reading, its real size while reading; reading stops when the consumer stops.
 * @throws Refusal `document.unknown-type` for a body that is not sent as bytes; `document.too-large`; `document.too-slow`.
 */
export function contentOf(
  { request, maxBytes }: Upload,
  { idleMs, wholeMs }: { readonly idleMs: number; readonly wholeMs: number } = UPLOAD_PATIENCE,
): AsyncGenerator<Uint8Array, void, void> {
  if (!UPLOAD_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new Refusal('document.unknown-type');
  const tooLarge = () => new Refusal('document.too-large', { megabytes: maxBytes / (1024 * 1024) });
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge();
  return (async function* read() {
    const reader = request.body?.getReader();
    if (!reader) return;
    const end = performance.now() + wholeMs;
    let size = 0;
    try {
      for (;;) {
        const { done, value } = await within(reader.read(), Math.min(idleMs, end - performance.now()));
        if (done) return;
        size += value.length;
        if (size > maxBytes) throw tooLarge();
        yield value;
      }
    } finally {
      // The connection may be closed already.
      reader.cancel().catch(() => undefined);
    }
  })();
}
