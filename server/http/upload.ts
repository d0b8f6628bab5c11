import { Refusal } from '#domain/errors.ts';
import type { FileType } from '#domain/files/file-type.ts';
import type { ArrivedFile } from '../files/file-store.ts';
import { requireKey } from '../work/idempotency-keys.ts';
import type { Work } from '../work/work.ts';
import { type GuardedContext, runOnce, signedIn } from './context.ts';

/** What a route of the contract says of the file that it takes. */
export interface UploadLimits {
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

/** The body of a call to a route that takes a file; nothing of it has been read. */
export interface Upload extends UploadLimits {
  readonly request: Request;
}

/** The one media type of an upload's body. What the file is, its content says. */
const UPLOAD_TYPE = /^application\/octet-stream\s*(;|$)/i;

/** How long nothing may arrive, and how long the whole may take: 10 MB at 0.5 Mbit/s. Milliseconds. */
export const UPLOAD_PATIENCE = { idleMs: 15_000, wholeMs: 180_000 } as const;

/** The name of the file that is uploaded, percent-encoded in UTF-8 in the header `X-File-Name`; undefined when it cannot be read. */
export function fileNameOf(headers: Headers): string | undefined {
  try {
    return decodeURIComponent(headers.get('x-file-name') ?? '') || undefined;
  } catch {
    return undefined;
  }
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
 * The body as it arrives. Its size is bounded by what it announces before anything is read, and by what arrives; nothing reads on when its
 * reader stops.
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
      // The connection may be gone already.
      reader.cancel().catch(() => undefined);
    }
  })();
}

/**
 * Takes the file of a call: it arrives as a draft, and the transaction of the use case keeps it or it goes. The same key with the same file
 * gets the first answer again.
 * @throws Refusal `request.too-many` after too many uploads of the person in a day; as `FileStore.put`, `contentOf` and `runOnce`.
 */
export async function uploadOnce<T>(
  context: GuardedContext,
  input: object,
  useCase: (work: Work, file: ArrivedFile) => Promise<T>,
): Promise<T> {
  const { upload, bank, db, headers } = context;
  if (!upload) throw new Error('the contract declares no upload for this route');
  const { userId } = signedIn(context);
  requireKey({ key: headers.get('idempotency-key') });
  const content = contentOf(upload);
  await bank.attempts.countUpload(userId);
  const file = await bank.files.put(db, userId, content, upload.types);
  try {
    return await runOnce(context, { ...input, sha256: file.sha256 }, async (work) => {
      await bank.files.keep(work.tx, file, work.now);
      return useCase(work, file);
    });
  } finally {
    // A repetition, or a refusal: the draft is nobody's. What was kept is no draft.
    await bank.files.giveUp(db, file.id);
  }
}
