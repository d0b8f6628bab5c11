import * as z from 'zod/mini';

/** At most so many partner lenders stand in an institution's file. */
export const MAX_PARTNER_LENDERS = 20;

/** What the institution's file calls a partner lender by: written in consents and transmissions, and never reused for another one. */
export const lenderCode = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'validation.choice'));
