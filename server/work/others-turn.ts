/** Lets what waits in this process go first: calls of people and answers of the database. A long piece of work awaits it now and then. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** As many as take about a millisecond, of things that each take some twenty microseconds. */
const AT_ONCE = 50;

/** Takes the items of a list in their order, with others' turns in between. @returns what each became. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % AT_ONCE === 0) await othersTurn();
    results.push(map(item));
  }
  return results;
}
