/** What is needed of a broken rule of a schema, whichever library reports it. */
type BrokenRule = {
  readonly message: string;
  readonly code?: string | undefined;
  readonly origin?: string | undefined;
  readonly maximum?: number | bigint | undefined;
};

/** What a message of the catalogue needs to be a sentence: the limit of a text that is too long. */
export function faultParams(rule: BrokenRule): { readonly max: number } | undefined {
  if (rule.code !== 'too_big' || rule.origin !== 'string' || rule.maximum === undefined) return undefined;
  return { max: Number(rule.maximum) };
}
