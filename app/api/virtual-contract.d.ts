declare module 'virtual:contract' {
  import type { Contract } from '#contract/index.ts';
  /** The contract as the browser calls it: addresses and keys, without schemas. */
  export const contract: Contract;
}
