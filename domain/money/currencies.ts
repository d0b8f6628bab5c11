/**
 * The 24 currencies of the product (docs/rules.md, Currencies), each with its symbol, its number of
 * decimals (ISO 4217 exponent) and the ISO 3166-1 alpha-2 codes of the countries and territories that use it.
 *
 * Where two currencies are legal tender the one people hold accounts in decides (Panama and El Salvador keep
 * accounts in US dollars). Uninhabited territories (BV, HM, UM) are left out: this is a list of countries of
 * residence. XK is the code everyone uses for Kosovo although ISO has not assigned it. New Caledonia, French
 * Polynesia and Wallis-et-Futuna use the CFP franc, which is not among the 24.
 */
export const CURRENCIES = [
  {
    code: 'EUR',
    symbol: '€',
    exponent: 2,
    countries: [
      // The euro area; Bulgaria joined on 1 January 2026.
      ...[
        'AT',
        'BE',
        'BG',
        'CY',
        'DE',
        'EE',
        'ES',
        'FI',
        'FR',
        'GR',
        'HR',
        'IE',
        'IT',
        'LT',
        'LU',
        'LV',
        'MT',
      ],
      ...['NL', 'PT', 'SI', 'SK'],
      // French overseas, and Åland.
      ...['BL', 'GF', 'GP', 'MF', 'MQ', 'PM', 'RE', 'TF', 'YT', 'AX'],
      // By agreement with the Union, or on their own decision.
      ...['AD', 'MC', 'SM', 'VA', 'ME', 'XK'],
    ],
  },
  {
    code: 'USD',
    symbol: '$',
    exponent: 2,
    countries: [
      ...['US', 'AS', 'GU', 'MP', 'PR', 'VI'],
      ...['BQ', 'EC', 'FM', 'IO', 'MH', 'PA', 'PW', 'SV', 'TC', 'TL', 'VG'],
    ],
  },
  { code: 'GBP', symbol: '£', exponent: 2, countries: ['GB', 'GG', 'GS', 'IM', 'JE'] },
  { code: 'CHF', symbol: 'CHF', exponent: 2, countries: ['CH', 'LI'] },
  { code: 'CAD', symbol: 'CA$', exponent: 2, countries: ['CA'] },
  { code: 'AUD', symbol: 'A$', exponent: 2, countries: ['AU', 'CC', 'CX', 'KI', 'NF', 'NR', 'TV'] },
  { code: 'JPY', symbol: '¥', exponent: 0, countries: ['JP'] },
  { code: 'CNY', symbol: 'CN¥', exponent: 2, countries: ['CN'] },
  { code: 'SEK', symbol: 'kr', exponent: 2, countries: ['SE'] },
  { code: 'NOK', symbol: 'kr', exponent: 2, countries: ['NO', 'SJ'] },
  { code: 'DKK', symbol: 'kr', exponent: 2, countries: ['DK', 'FO', 'GL'] },
  { code: 'PLN', symbol: 'zł', exponent: 2, countries: ['PL'] },
  { code: 'CZK', symbol: 'Kč', exponent: 2, countries: ['CZ'] },
  // The fillér is out of circulation but ISO 4217 and bank transfers keep two decimals.
  { code: 'HUF', symbol: 'Ft', exponent: 2, countries: ['HU'] },
  { code: 'RUB', symbol: '₽', exponent: 2, countries: ['RU'] },
  { code: 'TRY', symbol: '₺', exponent: 2, countries: ['TR'] },
  { code: 'ZAR', symbol: 'R', exponent: 2, countries: ['ZA'] },
  { code: 'BRL', symbol: 'R$', exponent: 2, countries: ['BR'] },
  { code: 'MXN', symbol: 'MX$', exponent: 2, countries: ['MX'] },
  { code: 'KRW', symbol: '₩', exponent: 0, countries: ['KR'] },
  { code: 'SGD', symbol: 'S$', exponent: 2, countries: ['SG'] },
  { code: 'NZD', symbol: 'NZ$', exponent: 2, countries: ['NZ', 'CK', 'NU', 'PN', 'TK'] },
  { code: 'INR', symbol: '₹', exponent: 2, countries: ['IN'] },
  { code: 'THB', symbol: '฿', exponent: 2, countries: ['TH'] },
] as const satisfies readonly {
  code: string;
  symbol: string;
  exponent: number;
  countries: readonly string[];
}[];

export type Currency = (typeof CURRENCIES)[number];
export type CurrencyCode = Currency['code'];

/** ISO 4217 codes in the order of choice lists. */
export const CURRENCY_CODES = CURRENCIES.map((currency) => currency.code);

const byCode: ReadonlyMap<string, Currency> = new Map(
  CURRENCIES.map((currency) => [currency.code, currency]),
);

/** The currency of a code. Throws RangeError on a code that is not one of the 24. */
export function currencyOf(code: CurrencyCode): Currency {
  const currency = byCode.get(code);
  if (!currency) throw new RangeError(`Unknown currency: ${code}`);
  return currency;
}

/** Number of decimals of a currency: 2, or 0 for JPY and KRW. */
export function exponentOf(code: CurrencyCode): 0 | 2 {
  return currencyOf(code).exponent;
}

export function isCurrencyCode(text: string): text is CurrencyCode {
  return byCode.has(text);
}

/**
 * Every country of residence the sign-up offers, with its currency. Seeds the `currency_rates` table. Names are not
 * stored: they come from `Intl.DisplayNames` in the visitor's language.
 */
export const COUNTRIES: readonly { readonly countryCode: string; readonly currencyCode: CurrencyCode }[] =
  CURRENCIES.flatMap((currency) =>
    currency.countries.map((countryCode) => ({ countryCode, currencyCode: currency.code })),
  );

const currencyByCountry: ReadonlyMap<string, CurrencyCode> = new Map(
  COUNTRIES.map(({ countryCode, currencyCode }) => [countryCode, currencyCode]),
);

/** What a form offers before anything is chosen. */
export const DEFAULT_COUNTRY_CODE = 'FR';
export const DEFAULT_CURRENCY_CODE = 'EUR' satisfies CurrencyCode;

/** Whether a country of residence is one of `COUNTRIES`. */
export function isCountryCode(code: string): boolean {
  return currencyByCountry.has(code);
}

/** Currency of a country; EUR for a country that is not in the list. */
export function currencyOfCountry(code: string): CurrencyCode {
  return currencyByCountry.get(code) ?? DEFAULT_CURRENCY_CODE;
}
