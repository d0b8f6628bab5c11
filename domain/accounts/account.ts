import * as z from 'zod/mini';

/** Account types of the specification (signed-in areas, section 2). */
export const ACCOUNT_TYPES = ['courant', 'epargne', 'credit'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const accountType = z.enum(ACCOUNT_TYPES, 'validation.accountType');

/** What step 2 of the sign-up sends. */
export const accountTypeInput = z.object({ accountType });
export type AccountTypeInput = z.infer<typeof accountTypeInput>;
