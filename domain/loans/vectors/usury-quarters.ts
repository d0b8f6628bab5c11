import type { UsuryQuarter } from '../usury.ts';

/**
 * The ceilings that the migrations load, for tests of the price list: the fourth quarter of 2025 and the first of 2026, as read on ymanci.fr.
 * A test of the server compares them with the table.
 */
export const LOADED_QUARTERS: readonly [UsuryQuarter, UsuryQuarter] = [
  {
    to: '2025-12-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2349 },
      { upToMinor: 600_000, ceilingBps: 1571 },
      { upToMinor: null, ceilingBps: 873 },
    ],
  },
  {
    to: '2026-03-31',
    bands: [
      { upToMinor: 300_000, ceilingBps: 2356 },
      { upToMinor: 600_000, ceilingBps: 1587 },
      { upToMinor: null, ceilingBps: 867 },
    ],
  },
];
