import type { LegalParameterKey } from '../parameters/legal-parameters.ts';
import type { ChartCode } from './chart-of-accounts.ts';

/** What the house knows of a kind of money event. */
export interface EventOfLedger {
  /** Its function in `postings.ts`; null for what a migration wrote once. */
  readonly postedBy: string | null;
  /** The codes of the chart that it touches; each posting touches some of them and no other. */
  readonly chartCodes: readonly ChartCode[];
  /** Whether a later transaction may reverse it (PAY-52: not loan events, which have their own). */
  readonly isReversible: boolean;
  /** The key of its sentence in `movements.json` of each language; null where staff type the words, or no client has a line of it. */
  readonly label: string | null;
  /** The most that it may move on its day. A transfer is held to its own when it is asked for; what a client leaves may be anything. */
  readonly maximum: LegalParameterKey | null;
  /** Whether what a client's account gives or gets is a flow of their own, rather than settled within the house when they go. */
  readonly isFlow: boolean;
}
