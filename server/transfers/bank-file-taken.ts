import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import type { Work } from '../work/work.ts';

/** A file that was made for our bank, to be downloaded. */
interface BankFileWanted {
  readonly operation: 'withdrawalBatches.file' | 'directDebits.file';
  readonly id: string;
  /** Null when there is none; its content is null once one of its clients was deleted. */
  readonly found: { readonly messageId: string; readonly file: string | null } | null;
}

/**
 * The file as it was made (XML). It names clients and tells a bank to move their money, so the audit trail says who downloaded it and when.
 * @throws Refusal `not-found`; `batch.file-gone`.
 */
export function bankFileTaken(work: Work, { operation, id, found }: BankFileWanted): File {
  if (!found) throw new Refusal('not-found');
  if (found.file === null) throw new Refusal('batch.file-gone');
  audit(work, {
    operation,
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: { messageId: found.messageId },
    isImpersonal: true,
  });
  return new File([found.file], `${found.messageId}.xml`, { type: 'application/xml' });
}
