import type { Db } from '../../db/database.ts';
import { forgetLinks, lockPerson } from '../queries.ts';
import { removeUnfinishedApp } from '../second-factor/second-factor-queries.ts';
import { endSessions } from './sessions.ts';

/**
 * Ends whatever else could still open a person's account: their sessions with the confirmations and passkey requests bound to them, every
 * link that was mailed, a pending change of address, and an app that is being set up. Passwords, second factors and known devices stay.
 * Sessions go first: a call that makes a link holds its session until it has committed (`requireSession`), so that the link is seen here.
 * @returns how many sessions ended.
 */
export async function endAccess(
  tx: Db,
  userId: string,
  sessions: { readonly except?: string } = {},
): Promise<number> {
  await lockPerson(tx, userId);
  const ended = await endSessions(tx, userId, sessions);
  await forgetLinks(tx, userId);
  await removeUnfinishedApp(tx, userId);
  return ended;
}
