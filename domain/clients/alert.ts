import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';

/**
 * What the house says about a client's transfers until somebody lifts it: `warning` makes the hold rule `client-warning` look at each order
 * (PAY-60); `legal-block` is a freeze of assets, under which no order is taken and what comes in waits (PAY-62, CMF L562-4).
 */
export const ALERT_KINDS = ['warning', 'legal-block'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Why it is placed, for colleagues: the client reads none of it. Null lifts it. */
export const alertReason = z.nullable(requiredText(500));
