import type { CurrencyCode } from '#domain/money/currencies.ts';
import { os } from '../http/context.ts';
import { ratesInUse } from './queries.ts';

export const rateRoutes = {
  list: os.rates.list.handler(async ({ context }) => {
    const rows = await ratesInUse(context.bank.database.db);
    return { rates: rows.map((row) => ({ ...row, currency: row.currency as CurrencyCode })) };
  }),
};
