import { minorToDecimalString } from './money/money.ts';
import { sepaText } from './sepa-text.ts';

/** The parts that the files for our bank share (ISO 20022, in the form of the European Payments Council): elements, texts, addresses. */

/** A postal address in its parts. A bank needs at least the town and the country. */
export interface StructuredAddress {
  /** As people write it: « 12 bis rue des Lilas ». */
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
}

/** Lengths of the guidelines, shorter than ISO's where the two differ. */
export const MAX_ID = 35;
export const MAX_NAME = 70;
export const MAX_REMITTANCE = 140;
const MAX_STREET = 70;
const MAX_BUILDING = 16;
const MAX_POSTAL_CODE = 16;
const MAX_TOWN = 35;

/** A text as XML carries it. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

type Content = string | readonly (string | null)[];

/** An element: a text, or the elements in it. Texts are escaped by `text`, so that what arrives here is XML already. */
export function element(name: string, content: Content, attributes = ''): string {
  const inside = typeof content === 'string' ? content : content.filter((part) => part !== null).join('');
  return `<${name}${attributes}>${inside}</${name}>`;
}

/** A text element in the characters of SEPA; null when nothing is left of the text. */
export function text(name: string, value: string, maxLength: number): string | null {
  const carried = sepaText(value, maxLength);
  return carried === '' ? null : element(name, escaped(carried));
}

/** The house number that a street begins with, as French addresses do: « 12 bis ». */
const BUILDING = /^(\d+(?:\s*-\s*\d+)?(?:\s?(?:bis|ter|quater|[A-Da-d]))?)[\s,]+(?=\S)/i;

/** A structured address (PAY-6); null without town and country. */
export function postalAddress({ street, postalCode, city, countryCode }: StructuredAddress): string | null {
  // Half an address is refused by the guidelines: without town and country there is none.
  if (sepaText(city, MAX_TOWN) === '' || !/^[A-Z]{2}$/.test(countryCode)) return null;
  const building = BUILDING.exec(street ?? '')?.[1];
  const rest = building ? (street ?? '').replace(BUILDING, '') : (street ?? '');
  return element('PstlAdr', [
    text('StrtNm', rest, MAX_STREET),
    building ? text('BldgNb', building, MAX_BUILDING) : null,
    text('PstCd', postalCode ?? '', MAX_POSTAL_CODE),
    text('TwnNm', city, MAX_TOWN),
    element('Ctry', countryCode),
  ]);
}

/** An account by its IBAN. */
export const account = (name: string, iban: string) =>
  element(name, [element('Id', [element('IBAN', iban)])]);

/** An agent by its BIC, or as one that is not known. */
export const agent = (name: string, bic: string | null) =>
  element(name, [
    element('FinInstnId', [bic ? element('BICFI', bic) : element('Othr', [element('Id', 'NOTPROVIDED')])]),
  ]);

/** An amount of euro cents as files write it. */
export const decimal = (amountMinor: number) => minorToDecimalString(amountMinor, 'EUR');

/** A moment as files write it. */
export const momentText = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** @throws RangeError with the message unless the condition holds. */
export function check(condition: boolean, message: string): void {
  if (!condition) throw new RangeError(message);
}

/** Says whether an id travels unchanged. */
export const isId = (id: string) => id !== '' && sepaText(id, MAX_ID) === id;

/** Says whether a text is a BIC. */
export const isBic = (bic: string) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
