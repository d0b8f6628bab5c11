import { query } from '../../api/queries.ts';

/** Notices that the bell shows; older proposals are in their lists. */
const SHOWN = 20;

/** The latest notices of the person, and how many they have not read. */
export const staffNoticesOptions = () => query.notifications.list.queryOptions({ input: { limit: SHOWN } });
