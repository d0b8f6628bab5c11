/**
 * What a client must transfer from their bank before they can pay from here (LC-6): at a house without accounts nothing lies ready. Minor units; 0 where
 * the available sum covers what is typed, or is not known yet.
 */
export function missingHere(
  typedMinor: number,
  availableMinor: number | undefined,
  hasAccounts: boolean,
): number {
  return hasAccounts || availableMinor === undefined ? 0 : Math.max(0, typedMinor - availableMinor);
}
