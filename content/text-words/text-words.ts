import type { Institution } from '../institution/schema.ts';
import type { ProductId } from '../placeholders.ts';

export const NBSP = '\u00a0';

/** What the sentences of a representative example are made of, formatted. */
type ExampleWords = {
  readonly name: string;
  readonly amount: string;
  readonly duration: string;
  readonly rate: string;
  readonly taeg: string;
  /** How many instalments in all, and how many of them are equal: all but the last. */
  readonly count: number;
  readonly equal: number;
  readonly instalment: string;
  readonly last: string;
  readonly totalDue: string;
  readonly fees: string;
};

/** What the institution says of itself; names, numbers and addresses are the same in every language. */
type InstitutionWords = {
  /** In French as the Code monétaire et financier names them. */
  readonly statuses: Readonly<Record<Institution['status'], string>>;
  readonly fictionalStatus: string;
  readonly fictionalNumber: string;
  readonly noNumber: string;
  readonly example: string;
  readonly identity: (institution: Institution, capital: string) => string;
  readonly guarantee: (limit: string) => string;
  readonly noGuarantee: string;
  readonly cover: (insurer: string, limit: string) => string;
  readonly noCover: string;
  readonly notSupervised: string;
  readonly brokerSupervised: (authority: string) => string;
  readonly supervised: (authority: string) => string;
};

/** The words around the figures that texts are filled with, in one language. */
export type TextWords = {
  /** BCP 47. */
  readonly locale: string;
  readonly months: (count: number) => string;
  readonly years: (count: number) => string;
  readonly products: Readonly<Record<ProductId, string>>;
  /** The six items of C. conso. L312-6, a sentence each. */
  readonly example: (words: ExampleWords) => readonly string[];
  readonly institution: InstitutionWords;
};
