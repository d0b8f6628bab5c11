import type { Db } from '../../db/database.ts';
import { forgetLinks } from '../link-queries.ts';
import { lockPerson } from '../queries.ts';
import { removeUnfinishedApp } from '../second-factor/second-factor-queries.ts';
import { endSessions } from './sessions.ts';

/**
 * Ends every other access to a person's account: sessions with the confirmations and passkey challenges bound to them, mailed links, a
 * pending change of address, and an app that is being set up. Passwords, second factors and known devices stay. Sessions go first: a call
 * that makes a link locks its session until it commits (`requireSession`), so that the link is seen here.
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
