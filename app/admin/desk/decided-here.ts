/** What was decided on this page: it leaves its list at once, and a message has said what became of it. */
const decided = new Set<string>();

/** Remembers that the person decides a request here. */
export const decideHere = (id: string): void => void decided.add(id);

/** Says whether the person decided a request on this page. */
export const wasDecidedHere = (id: string): boolean => decided.has(id);
