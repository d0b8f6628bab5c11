export const MAX_LINES: number;
export function longFunctions(
  file: string,
  text: string,
): { readonly place: string; readonly count: number; readonly isArgued: boolean }[];
