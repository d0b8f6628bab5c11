/** Keeps what is slow to make, by key, without growing: callers may bring keys without end. */
export interface BoundedCache<Value> {
  /** The kept value of the key; made, and kept, when there is none. */
  of(key: string, make: () => Value): Value;
  readonly size: number;
}

/** @param most how many values are kept; the one that was asked for longest ago goes first. */
export function createBoundedCache<Value>(most: number): BoundedCache<Value> {
  // A Map keeps the order of insertion: the first key is the one that was used longest ago.
  const kept = new Map<string, { readonly value: Value }>();
  return {
    of(key, make) {
      const found = kept.get(key) ?? { value: make() };
      kept.delete(key);
      kept.set(key, found);
      if (kept.size > most) kept.delete(kept.keys().next().value as string);
      return found.value;
    },
    get size() {
      return kept.size;
    },
  };
}
