import { copyFilledCluster } from '../server/testing/filled-cluster.ts';
import { startPostgres, WITHOUT_DISK } from '../server/testing/postgres-server.ts';
import { expect } from './bank.ts';
import { endBank, newDataFolder, type RunningBank, runCommand, startShortBank, stopBank } from './product.ts';

/** A filled bank of a file's own, on the database of its project, whose days can be moved on. */
export interface OwnBank {
  /** The product that runs at this moment. */
  readonly bank: RunningBank;
  /** How many days it was moved on. */
  readonly days: number;
  /** Stops the product, runs a command of it, and starts it again. @param input what the command reads. */
  whileStopped(args: readonly string[], input?: string): Promise<void>;
  /** Lives these days with all their jobs, as an operator would. */
  advance(days: number): Promise<void>;
  end(): Promise<void>;
}

/** Starts one. The embedded database begins on a copy of a filled folder, PostgreSQL on a copy of a filled cluster. */
export async function startOwnBank(databaseKind: 'pglite' | 'postgresql'): Promise<OwnBank> {
  const isEmbedded = databaseKind === 'pglite';
  const postgres = isEmbedded ? null : await startPostgres(WITHOUT_DISK, { fill: copyFilledCluster });
  const folder = await newDataFolder(isEmbedded ? 'filled' : 'empty');
  const environment = {
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  let bank = await startShortBank(environment);
  let days = 0;
  const whileStopped = async (args: readonly string[], input = '') => {
    await stopBank(bank);
    const ran = runCommand(args, environment, input);
    expect(ran.status, ran.stderr).toBe(0);
    bank = await startShortBank(environment);
  };
  return {
    get bank() {
      return bank;
    },
    get days() {
      return days;
    },
    whileStopped,
    async advance(count) {
      await whileStopped(['demo-advance', `${count}d`]);
      days += count;
    },
    async end() {
      await endBank(bank, folder);
      await postgres?.stop();
    },
  };
}
