/**
 * The claims that may be shown: all of them in a demonstration, each to be marked « Exemple fictif »; in live mode only
 * those that name their source and date (C. conso. L121-2).
 */
export function renderableClaims<
  Claim extends { readonly id: string; readonly source?: string; readonly asOf?: string },
>(institution: {
  readonly mode: 'demo' | 'live';
  readonly claims: readonly Claim[];
}): (Claim & { fictional: boolean })[] {
  const fictional = institution.mode === 'demo';
  return institution.claims
    .filter((one) => fictional || (one.source !== undefined && one.asOf !== undefined))
    .map((one) => ({ ...one, fictional }));
}
