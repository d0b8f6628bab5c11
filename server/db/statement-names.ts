/** Times a text is seen before it gets a name: what comes once is not worth keeping. */
const SEEN_OFTEN = 3;
/** Every connection keeps each named statement with its plan, in its own memory; the product has some five hundred that come again. */
const MOST_NAMES = 1_000;
const MOST_SEEN = 5_000;

/**
 * Names statements by their text, so that PostgreSQL parses and plans once per connection what is sent again and again; planning costs
 * more than running for most of ours. The values never count: a plan that depends on them is made anew by PostgreSQL itself.
 *
 * One per opened database. It gives a thousand names and takes none back: a text that becomes frequent later is answered as well, but
 * PostgreSQL parses and plans it at each call, until the process opens the database anew.
 * @returns the name of a text; undefined while it is rare, and for good once all names are given.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name || names.size >= MOST_NAMES) return name;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < SEEN_OFTEN) {
      // Lists of varying length make texts without end.
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    names.set(text, `guichet-${names.size + 1}`);
    return names.get(text);
  };
}

/** Several statements in one text, or one that begins a transaction, have no plan to keep. */
const isReading = (text: string): boolean => /^\s*(select|with)\b/.test(text);

/** What the driver is asked, with the name of its statement from `nameOf` when it has values or reads, and comes often. */
export function named(
  query: unknown,
  values: unknown,
  nameOf: ReturnType<typeof createStatementNames>,
): unknown {
  const isPlain = typeof query === 'string';
  const text = isPlain ? query : (query as { text?: string; name?: string } | null)?.text;
  if (
    !text ||
    !Array.isArray(values) ||
    (values.length === 0 && !isReading(text)) ||
    (!isPlain && 'name' in (query as object) && (query as { name?: string }).name)
  )
    return query;
  const name = nameOf(text);
  if (!name) return query;
  return isPlain ? { text, name } : { ...(query as object), name };
}
