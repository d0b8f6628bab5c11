import type { Person } from './test-bank.ts';

/** A call of an operation that asks for a confirmation. */
export interface ConfirmedCall {
  readonly by?: Person;
  readonly method: string;
  readonly path: string;
  /** What the path names. */
  readonly named?: object;
  readonly fields?: object;
  /** What the refusal says of it: who, how much. */
  readonly told: object;
  /** The refusal that comes after the confirmation, when it is not done. */
  readonly refusal?: string;
}
