import { createHash } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import {
  type AcceptedChanges,
  RATED_CURRENCIES,
  type RateChange,
  type RateInput,
  rateDeviationBps,
  requireAcceptedChanges,
  shortRate,
} from '#domain/rates/rate.ts';
import { legalDay } from '#domain/time/days.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Governed } from '../work/governed.ts';
import { changeRate } from './change-rate.ts';
import { changesOfFile, importRates, readRatesFile } from './import-rates.ts';
import { measuredRates, ratesInUse } from './queries.ts';

type RateChangeCall = RateInput & {
  readonly currencyCode: (typeof RATED_CURRENCIES)[number];
  readonly acceptsChangeFrom?: string;
};

/** The subject of a change of a currency's rate: one waits at a time for each. */
const subjectOf = (currency: RateChangeCall['currencyCode']) =>
  `00000000-0000-8000-9000-0000000005${String(RATED_CURRENCIES.indexOf(currency)).padStart(2, '0')}`;

const change: Governed<RateChangeCall> = {
  operation: 'rates.change',
  async facts(tx, { currencyCode, rate, acceptsChangeFrom }, now) {
    const before = (await ratesInUse(tx)).find(({ currency }) => currency === currencyCode);
    // Far from the last rate, its maker confirms it before others are asked.
    if (before)
      requireAcceptedChanges(
        [{ currency: currencyCode, before: before.eurRate, after: shortRate(rate) }],
        await parameterOn(tx, legalDay(now), 'rates.change-factor'),
        { [currencyCode]: acceptsChangeFrom },
      );
    return {
      clientAccountId: null,
      subjectId: subjectOf(currencyCode),
      amount: null,
      conditions: [],
      rateDeviationBps: before
        ? deviationOf(await measuredRates(tx, now), { ...before, before: before.eurRate, after: rate })
        : null,
      seen: { eurRate: before?.eurRate ?? null, asOf: before?.asOf ?? null },
      deadline: null,
    };
  },
  execute: (work, input) => changeRate(work, input.currencyCode, input),
};

/** How far a rate is from the last one, and from the one before the changes that one person made alone within a day: steps are no way around. */
const deviationOf = (measured: ReadonlyMap<CurrencyCode, string>, { currency, before, after }: RateChange) =>
  Math.max(...[before, measured.get(currency) ?? before].map((from) => rateDeviationBps(from, after)));

interface ImportCall {
  readonly text: string;
  readonly acceptsChangesFrom?: AcceptedChanges;
}

/** The subject of files of rates: one waits at a time. */
const FILES_ID = '00000000-0000-8000-9000-000000000599';

/** A file that moves a rate far is approved as one typed would be. The checker reads which rates it changes, and to what. */
const fileOfRates: Governed<ImportCall> = {
  operation: 'rates.import',
  async facts(tx, { text, acceptsChangesFrom }, now) {
    const file = readRatesFile(text, now);
    if (!file) throw new Refusal('rate.file-unreadable');
    const known = new Map((await ratesInUse(tx)).map((rate) => [rate.currency, rate]));
    const { changed } = changesOfFile(file, known);
    requireAcceptedChanges(
      changed,
      await parameterOn(tx, legalDay(now), 'rates.change-factor'),
      acceptsChangesFrom,
    );
    const measured = await measuredRates(tx, now);
    return {
      clientAccountId: null,
      subjectId: FILES_ID,
      amount: null,
      conditions: [],
      rateDeviationBps: Math.max(0, ...changed.map((change) => deviationOf(measured, change))),
      seen: {
        asOf: file.asOf,
        rates: changed.map(({ currency, before, after }) => `${currency} ${before} → ${after}`).join(', '),
        fileSha256: createHash('sha256').update(text).digest('hex'),
      },
      deadline: null,
    };
  },
  execute: (work, { text, acceptsChangesFrom }) => importRates(work, text, acceptsChangesFrom),
};

/** What others have to approve of the rates (FOUR-22). */
export const GOVERNED_RATE_OPERATIONS = [change, fileOfRates];
