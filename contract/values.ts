import * as z from 'zod/mini';
import { REQUEST_SORTS } from '#domain/desk/request-list.ts';
import { currencyCode } from '#domain/money/fields.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';

/** Shapes that several nouns of the API share. Times are ISO 8601 in UTC; amounts are minor units beside their currency. */

export const id = z.string().check(z.uuid('validation.id'));
export const instant = z.string();
export const day = z.string().check(z.refine(isCalendarDate, 'validation.date'));
/**
 * That a loan forbids any payment of its client (LC-14): until the end of the day `until`, or until the loan is paid out when that is null.
 */
export const paymentBan = z.nullable(z.object({ until: z.nullable(day) }));
/** A rate of the rows of a schedule, in hundredths of a percent, with the last day on which they fall due; null for all that follow. */
export const rateOfSchedule = z.object({ annualRateBps: z.int(), untilDay: z.nullable(day) });
/** A signed amount of minor units, as stored in the books. */
export const signedMinor = z.int();
export const empty = z.object({});
export const byId = z.strictObject({ id });

/** The author and moment of a decision; null while undecided. */
export const decision = z.object({ by: z.nullable(z.string()), at: z.nullable(instant) });

/** The member of the staff who follows a client's file or request, and since when; null when nobody does. */
export const followedBy = z.nullable(z.object({ id, name: z.nullable(z.string()), since: instant }));

/** The first moment that is too late to do what waits; null when nothing waits. */
export const dueAt = z.nullable(instant);

/** An opaque cursor of a keyset page; absent on the first page. */
export const pageInput = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
};
/**
 * How a list of clients' requests is searched, by name, e-mail or the beginning of an IBAN, and ordered; with `counted` its answer says how many
 * rows it has on all pages together.
 */
export const requestListInput = {
  ...pageInput,
  q: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.enum(REQUEST_SORTS)),
  counted: z.optional(z.enum(['yes'])),
};
export const pageOutput = { nextCursor: z.nullable(z.string()) };
/** `count`: how many rows the list has, null unless asked for; 10 001 stands for more than 10 000. */
export const requestListOutput = { ...pageOutput, count: z.nullable(z.int()) };

/** An answer that is a file; its name travels in `Content-Disposition`. */
export const file = (mediaType: string) => z.file().check(z.mime([mediaType]));

/** An answer that is a stored file: the server streams it (server/http/streamed-file.ts), so that nothing here may look into it. */
export const streamedFile = z.custom<object>();

export { currencyCode };

/** The values from which each language makes the sentence of a movement; null where its words were typed. */
export const movementDetails = z.nullable(z.record(z.string(), z.union([z.string(), z.number()])));
