import type { NoteInput } from '#domain/clients/note.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { insertNote } from './queries.ts';
import { accountToRemove } from './removal-queries.ts';

/**
 * Writes a note about a client, for colleagues who open the file later. The audit trail knows that a note was written, not what it says:
 * the note itself stays until the client is deleted.
 * @throws Refusal `not-found`; `client.removed` with who and when.
 */
export async function addNote(
  work: Work,
  accountId: string,
  { text }: NoteInput,
): Promise<{ id: string; text: string; createdAt: Date }> {
  const account = await accountToRemove(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  const note = { id: work.newId(), text, createdAt: work.now };
  await insertNote(work.tx, { ...note, clientAccountId: account.id, authorId: work.actorId });
  audit(work, {
    operation: 'clients.addNote',
    clientAccountId: account.id,
    subjectId: note.id,
    before: null,
    after: { length: text.length },
  });
  await announce(work, { staff: true }, ['clients']);
  return note;
}
