import type { Holder } from './queries.ts';

/** The holder's name and address, as an envelope shows them. Only what is known; the country only when it is not France. */
export function addressLines(holder: Holder): string[] {
  const town = [holder.postalCode, holder.city].filter(Boolean).join(' ');
  const country =
    holder.country === 'FR'
      ? ''
      : (new Intl.DisplayNames(['fr'], { type: 'region' }).of(holder.country) ?? holder.country);
  return [holder.displayName, holder.address ?? '', town, country].filter((line) => line !== '');
}
