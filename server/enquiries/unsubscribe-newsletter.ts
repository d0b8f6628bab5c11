import type { Work } from '../work/work.ts';
import { deleteByUnsubscriptionToken } from './queries.ts';

/** Ends a subscription and forgets the address. A token that fits nothing changes nothing: whoever holds it is out already. */
export async function unsubscribeFromNewsletter(work: Work, token: string): Promise<void> {
  await deleteByUnsubscriptionToken(work.tx, token);
}
