import * as z from 'zod/mini';
import { acceptsChangeFrom, acceptsChangesFrom, RATED_CURRENCIES, rateInput } from '#domain/rates/rate.ts';
import { route } from './route.ts';
import { currencyCode, day } from './values.ts';

const tag = 'Rates';

/** What one euro buys in a currency, with the day and the source of the rate. */
export const currencyRate = z.object({
  currency: currencyCode,
  eurRate: z.string(),
  asOf: day,
  source: z.string(),
});

/** The ECB's daily file is about two thousand characters long. */
const MAX_FILE = 50_000;

export const ratesContract = {
  list: route({
    method: 'GET',
    path: '/admin/rates',
    summary: 'What one euro buys in each currency, with the day and the source of the rate',
    tag,
    access: 'staff',
  }).output(z.object({ rates: z.array(currencyRate) })),
  change: route({
    method: 'PUT',
    path: '/admin/rates/{currencyCode}',
    summary:
      'Change the rate of a currency, in all countries that use it; one far from the last needs a second confirmation',
    tag,
    access: 'staff',
    refusals: ['auth.confirmation-required', 'rate.unknown', 'rate.change-too-large'],
  })
    .input(
      z.strictObject({
        ...rateInput.shape,
        currencyCode: z.enum(RATED_CURRENCIES, 'validation.currency'),
        /** The last rate as it was shown, to accept that the new one is far from it. */
        acceptsChangeFrom,
      }),
    )
    .output(z.object({ rate: currencyRate })),
  import: route({
    method: 'POST',
    path: '/admin/rates/import',
    summary:
      "Take over the European Central Bank's daily reference file (eurofxref-daily.xml, or eurofxref.csv), given as text",
    tag,
    access: 'staff',
    refusals: ['auth.confirmation-required', 'rate.file-unreadable', 'rate.change-too-large'],
  })
    .input(
      z.strictObject({
        text: z
          .string('validation.required')
          .check(z.minLength(1, 'validation.required'), z.maxLength(MAX_FILE, 'validation.tooLong')),
        /** The last rates as they were shown, by currency, to accept that those of the file are far from them. */
        acceptsChangesFrom,
      }),
    )
    .output(
      z.object({
        /** Day of the file's rates. */
        asOf: day,
        changed: z.array(z.object({ currency: currencyCode, before: z.string(), after: z.string() })),
        /** Currencies whose rate is the same; its day and source are the file's now. */
        unchanged: z.array(currencyCode),
        /** Ours whose rate is of a later day than the file: left alone. */
        newer: z.array(currencyCode),
        /** Ours that the file does not have: left alone. */
        missing: z.array(currencyCode),
        /** The file's that are not ours. */
        unknown: z.array(z.string()),
      }),
    ),
};
