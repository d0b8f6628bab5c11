import { publicLoanLimits } from '#domain/enquiries/public-loan-request.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { nearestDuration } from '#domain/loans/request.ts';
import type { KeptLoan } from '../page/kept-simulation.ts';
import { priceList } from '../page/price-list.ts';

export { forgetSimulation } from '../page/kept-simulation.ts';

/** A simulation with the duration of the public form that is nearest to its own. */
export interface LinkedSimulation extends KeptLoan {
  readonly asked: number;
}

/** The simulation that the simulator's link carries into the public form, or null. Fetched only for such a link. */
export function simulationOfLink(search: string): LinkedSimulation | null {
  const query = new URLSearchParams(search);
  const product = PRODUCT_IDS.find((id) => id === query.get('produit'));
  const amountMinor = Math.round(Number(query.get('montant')) * 100);
  const durationMonths = Number(query.get('duree'));
  const { minMinor, maxMinor, durations } = publicLoanLimits(priceList);
  const isReadable = amountMinor >= minMinor && amountMinor <= maxMinor && Number.isInteger(durationMonths);
  if (!product || !isReadable || durationMonths < 1) return null;
  const asked = nearestDuration(durations, durationMonths);
  return { kind: 'loan', product, amountMinor, durationMonths, asked };
}
