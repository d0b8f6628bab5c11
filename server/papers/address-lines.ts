/** Who a document is sent to. */
export interface Addressee {
  readonly displayName: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A person's name and address, as an envelope shows them. Only what is known; the country, in French for the post, only when it is not France. */
export function addressLines(addressee: Addressee): string[] {
  const town = [addressee.postalCode, addressee.city].filter(Boolean).join(' ');
  const country =
    addressee.country === 'FR'
      ? ''
      : (new Intl.DisplayNames(['fr'], { type: 'region' }).of(addressee.country) ?? addressee.country);
  return [addressee.displayName, addressee.address ?? '', town, country].filter((line) => line !== '');
}
