import type { CurrencyCode } from '#domain/money/currencies.ts';

/**
 * What one euro bought, rounded, when the product was written: rates to begin with, named as such wherever they are shown. An
 * institution replaces them with the day's rates in the back office.
 */
export const REFERENCE_RATES: Readonly<Record<CurrencyCode, string>> = {
  EUR: '1',
  USD: '1.08',
  GBP: '0.85',
  CHF: '0.95',
  CAD: '1.47',
  AUD: '1.64',
  JPY: '163',
  CNY: '7.8',
  SEK: '11.3',
  NOK: '11.6',
  DKK: '7.46',
  PLN: '4.32',
  CZK: '25.2',
  HUF: '392',
  RUB: '98',
  TRY: '34.9',
  ZAR: '20.1',
  BRL: '5.4',
  MXN: '18.4',
  KRW: '1450',
  SGD: '1.46',
  NZD: '1.78',
  INR: '90',
  THB: '39',
};
export const REFERENCE_DAY = '2024-06-28';
