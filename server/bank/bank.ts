import type { Institution } from '#content/institution/schema.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Background } from '../work/background.ts';
import type { Approvals } from '../work/governed.ts';
import type { GroupedCalls } from '../work/grouped-calls.ts';
import type { Surroundings } from '../work/work.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './auth.ts';
import type { Guard } from './guard.ts';
import type { InstantRail } from './instant-rail.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { PayeeCheckProvider } from './payee-check-provider.ts';

/** The parts of the process, assembled once by `main.ts` or by a test. */
export interface Bank {
  readonly config: Config;
  /** The institution; its mode says whether this is a demonstration. */
  readonly institution: Institution;
  readonly database: Database;
  readonly auth: Auth;
  readonly guard: Guard;
  readonly attempts: Attempts;
  readonly live: LiveUpdates;
  readonly files: FileStore;
  readonly payeeChecks: PayeeCheckProvider;
  /** Null where instant transfers leave in files of one (PAY-43). */
  readonly instantRail: InstantRail | null;
  readonly groupedCalls: GroupedCalls;
  readonly approvals: Approvals;
  readonly background: Background;
  readonly surroundings: Surroundings;
}
