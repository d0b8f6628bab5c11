/**
 * Usury ceilings (C. conso. L314-6, D314-15): published each quarter by the Banque de France in the Journal officiel, by amount
 * of the loan. Data, never constants: a new quarter is one more row, and nothing else changes.
 */
export type UsuryQuarter = {
  /** First and last day the ceilings apply, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** Highest TAEG allowed, in hundredths of a percent, for loans up to an amount in euro cents; null is "above". */
  readonly bands: readonly { readonly upToMinor: number | null; readonly ceilingBps: number }[];
  readonly source: string;
};

/** Oldest first. The first quarter of 2026 is the latest loaded. */
export const USURY_QUARTERS: readonly UsuryQuarter[] = [
  {
    from: '2025-10-01',
    to: '2025-12-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2349 },
      { upToMinor: 600_000, ceilingBps: 1571 },
      { upToMinor: null, ceilingBps: 873 },
    ],
    source: "Seuils de l'usure, 4e trimestre 2025, relevés sur ymanci.fr ; à confirmer au Journal officiel",
  },
  {
    from: '2026-01-01',
    to: '2026-03-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2356 },
      { upToMinor: 600_000, ceilingBps: 1587 },
      { upToMinor: null, ceilingBps: 867 },
    ],
    source: "Seuils de l'usure, 1er trimestre 2026, relevés sur ymanci.fr ; à confirmer au Journal officiel",
  },
];

export type UsuryCeiling = {
  readonly ceilingBps: number;
  readonly quarter: UsuryQuarter;
  /** False when the date lies after the latest quarter loaded: the ceiling is then the last one known. */
  readonly isCurrent: boolean;
};

/**
 * The ceiling for a loan of an amount (euro cents) offered on a day (YYYY-MM-DD): that of its quarter, or of the latest earlier
 * quarter known. Null before the first quarter known.
 */
export function ceilingFor(date: string, amountMinor: number): UsuryCeiling | null {
  const quarter = USURY_QUARTERS.findLast((candidate) => candidate.from <= date);
  const band = quarter?.bands.find(({ upToMinor }) => upToMinor === null || amountMinor <= upToMinor);
  if (!quarter || !band) return null;
  return { ceilingBps: band.ceilingBps, quarter, isCurrent: date <= quarter.to };
}

export type UsuryVerdict =
  | { readonly ok: true; readonly ceilingBps: number; readonly isCurrent: boolean }
  | {
      readonly ok: false;
      readonly reason: 'above-ceiling';
      readonly ceilingBps: number;
      readonly isCurrent: boolean;
    }
  | { readonly ok: false; readonly reason: 'no-ceiling' };

/** Whether a TAEG (unrounded, in percent) is lawful. Without any known ceiling the answer is no. */
export function withinUsury(input: {
  readonly taegPercent: number;
  readonly amountMinor: number;
  readonly date: string;
}): UsuryVerdict {
  const ceiling = ceilingFor(input.date, input.amountMinor);
  if (!ceiling) return { ok: false, reason: 'no-ceiling' };
  const { ceilingBps, isCurrent } = ceiling;
  return input.taegPercent * 100 <= ceilingBps
    ? { ok: true, ceilingBps, isCurrent }
    : { ok: false, reason: 'above-ceiling', ceilingBps, isCurrent };
}
