import type * as z from 'zod/mini';
import type { accept } from '#contract/loan-offers.ts';

/** The offer and contract of a loan, as the API answers. */
export type ContractReading = z.infer<(typeof accept)['~orpc']['outputSchema'] & z.ZodMiniType>;
export type LoanContractOf = NonNullable<ContractReading['contract']>;
