import type { Db } from './database.ts';

/**
 * A read of one row by its key, which callers of one moment make in one statement: the keys that are asked for before the process turns
 * to something else are read together. Nothing is remembered for later callers.
 * @param readAll reads the rows of several keys; a key without a row is absent from its answer.
 */
export function readTogether<Key, Row>(
  readAll: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | null> {
  const asked = new WeakMap<Db, { readonly keys: Set<Key>; readonly rows: Promise<ReadonlyMap<Key, Row>> }>();
  return async (db, key) => {
    let batch = asked.get(db);
    if (!batch) {
      const keys = new Set<Key>();
      const rows = Promise.resolve().then(() => {
        asked.delete(db);
        return readAll(db, [...keys]);
      });
      batch = { keys, rows };
      asked.set(db, batch);
    }
    batch.keys.add(key);
    return (await batch.rows).get(key) ?? null;
  };
}
