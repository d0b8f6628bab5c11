/**
 * Whether nothing is reduced, as `npm run test:whole` and `npm run soak` say: what `npm test` does in a smaller size, or for some of its
 * cases, is done whole (decision 0047).
 */
export const isWhole = process.env.GUICHET_TEST_WHOLE === '1';

/** The size of a test: `small` within `npm test`, `whole` by `npm run test:whole`. */
export function sizeFor<Size>({ small, whole }: { readonly small: Size; readonly whole: Size }): Size {
  return isWhole ? whole : small;
}

/**
 * How large a test of trust runs: small within `npm test`, full size by `npm run soak`, which sets these variables. The seed is a new one
 * each time unless given, and is printed, so that any run can be repeated.
 */
export function sizeOf(name: string, usual: number): number {
  const asked = Number(process.env[`GUICHET_SOAK_${name}`]);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : usual;
}

/** The seed of this run: `GUICHET_SOAK_SEED`, or a new one. */
export function seedOf(title: string): number {
  const asked = Number(process.env.GUICHET_SOAK_SEED);
  const seed = Number.isSafeInteger(asked) && asked > 0 ? asked : Math.floor(Math.random() * 2 ** 31);
  console.info(`${title}: seed ${seed} (repeat with GUICHET_SOAK_SEED=${seed})`);
  return seed;
}

/** Whether the run is of full size, which prints its results. */
export const isSoak = process.env.GUICHET_SOAK === 'yes';

/** Prints a result into the soak's output. */
export function report(line: string): void {
  if (isSoak) console.info(`RESULT ${line}`);
}

/** Random numbers from 0 to 1 that repeat with their seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
