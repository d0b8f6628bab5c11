import * as z from 'zod/mini';
import { route } from './route.ts';
import { currencyCode, day } from './values.ts';

export const ratesContract = {
  list: route({
    method: 'GET',
    path: '/admin/rates',
    summary: 'What one euro buys in each currency, with the day and the source of the rate',
    tag: 'Rates',
    access: 'administrator',
  }).output(
    z.object({
      rates: z.array(
        z.object({ currency: currencyCode, eurRate: z.string(), asOf: day, source: z.string() }),
      ),
    }),
  ),
};
