import type { Work } from '../work/work.ts';
import { deleteByUnsubscriptionToken } from './queries.ts';

/** Ends a subscription and forgets the address. An unknown token changes nothing: its subscription has ended already. */
export async function unsubscribeFromNewsletter(work: Work, token: string): Promise<void> {
  await deleteByUnsubscriptionToken(work.tx, token);
}
