import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { endAccess } from '../auth/sessions/end-access.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { accountToRemove } from './removal-queries.ts';

/**
 * Signs a client out everywhere, as when they lost a telephone: their screens leave at once, and mailed links and a pending change of
 * address end. Password and second factor stay.
 * @returns how many sessions there were.
 * @throws Refusal `not-found`; `client.removed` with who and when.
 */
export async function endClientSessions(work: Work, accountId: string): Promise<{ ended: number }> {
  const account = await accountToRemove(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  const ended = await endAccess(work.tx, account.userId);
  audit(work, {
    operation: 'clients.endSessions',
    clientAccountId: account.id,
    subjectId: account.userId,
    before: null,
    after: { ended },
  });
  announce(work, { userId: account.userId }, ['session']);
  return { ended };
}
