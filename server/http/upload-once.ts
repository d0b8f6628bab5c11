import { BANK_FILE_TYPE } from '#domain/files/file-type.ts';
import type { ArrivedFile } from '../files/file-store.ts';
import { requireKey } from '../work/idempotency-keys.ts';
import type { Work } from '../work/work.ts';
import { type GuardedContext, runOnce, signedIn } from './context.ts';
import { contentOf } from './upload.ts';

/**
 * Takes the file of a call: it is stored as a draft, which the use case's transaction keeps; otherwise it is deleted. The same key with the
 * same file gets the first answer again.
 * @throws Refusal `request.too-many` after too many uploads of the person in a day; as `FileStore.put`, `contentOf` and `runOnce`.
 */
export async function uploadOnce<T>(
  context: GuardedContext,
  input: object,
  useCase: (work: Work, file: ArrivedFile) => Promise<T>,
): Promise<T> {
  const { upload, bank, db, headers } = context;
  if (!upload) throw new Error('the contract declares no upload for this route');
  if (upload.types === BANK_FILE_TYPE) throw new Error('a file of a bank is kept by server/statements/files');
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
    // After a repetition or a refusal the draft is unused; a kept file is no longer a draft.
    await bank.files.giveUp(db, file.id);
  }
}
