import { Refusal } from '#domain/errors.ts';
import { type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import { type EcbReference, parseEcbReference } from '#domain/rates/ecb-reference.ts';
import {
  type AcceptedChanges,
  RATE_SOURCES,
  RATED_CURRENCIES,
  type RateChange,
  requireAcceptedChanges,
  shortRate,
} from '#domain/rates/rate.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { dayHasCome } from './change-rate.ts';
import { lockRates, type RateInUse, setRate } from './queries.ts';

export interface RatesImported {
  readonly asOf: string;
  readonly changed: RateChange[];
  readonly unchanged: CurrencyCode[];
  readonly newer: CurrencyCode[];
  readonly missing: CurrencyCode[];
  readonly unknown: string[];
}

/** The European Central Bank's daily file; null for anything that is not exactly that, or whose day has not begun. */
export function readRatesFile(text: string, now: Date): EcbReference | null {
  const file = parseEcbReference(text);
  return file && dayHasCome(now, file.asOf) ? file : null;
}

/** What a file would do to the rates in use. A rate of a later day than the file's stays: an old file must not undo a newer one. */
export function changesOfFile(file: EcbReference, known: ReadonlyMap<CurrencyCode, RateInUse>) {
  const written: RateInUse[] = [];
  const changed: RateChange[] = [];
  const unchanged: CurrencyCode[] = [];
  const newer: CurrencyCode[] = [];
  const unknown: string[] = [];
  for (const { currency, rate } of file.rates) {
    const before = isCurrencyCode(currency) ? known.get(currency) : undefined;
    if (!before) {
      unknown.push(currency);
    } else if (before.asOf > file.asOf) {
      newer.push(before.currency);
    } else {
      const after = { ...before, eurRate: shortRate(rate), asOf: file.asOf, source: RATE_SOURCES.ecb };
      written.push(after);
      if (after.eurRate === before.eurRate) unchanged.push(before.currency);
      else changed.push({ currency: before.currency, before: before.eurRate, after: after.eurRate });
    }
  }
  return { written, changed, unchanged, newer, unknown };
}

/**
 * Takes the European Central Bank's daily file over, whole or not at all.
 * @param accepted the last rates as the administrator saw them, of the currencies whose rate is known to change much.
 * @throws Refusal `rate.file-unreadable` for anything that is not exactly that file, or whose day has not begun; `rate.change-too-large` for
 * rates far from the last ones that were not accepted as such.
 */
export async function importRates(
  work: Work,
  text: string,
  accepted?: AcceptedChanges,
): Promise<RatesImported> {
  const file = readRatesFile(text, work.now);
  if (!file) throw new Refusal('rate.file-unreadable');
  const { written, changed, unchanged, newer, unknown } = changesOfFile(file, await lockRates(work.tx));
  for (const after of written) await setRate(work, after);
  requireAcceptedChanges(
    changed,
    await parameterOn(work.tx, legalDay(work.now), 'rates.change-factor'),
    accepted,
  );
  const inFile = new Set(file.rates.map(({ currency }) => currency));
  const imported: RatesImported = {
    asOf: file.asOf,
    changed,
    unchanged,
    newer,
    missing: RATED_CURRENCIES.filter((currency) => !inFile.has(currency)),
    unknown,
  };
  audit(work, {
    operation: 'rates.import',
    clientAccountId: null,
    subjectId: null,
    before: Object.fromEntries(changed.map(({ currency, before }) => [currency, before])),
    after: {
      ...Object.fromEntries(changed.map(({ currency, after }) => [currency, after])),
      asOf: file.asOf,
      source: RATE_SOURCES.ecb,
      unchanged: unchanged.length,
      newer: newer.join(', ') || null,
      unknown: unknown.join(', ') || null,
    },
  });
  await announce(work, { staff: true }, ['rates']);
  return imported;
}
