import { join } from 'node:path';
import type { Bank } from './bank/bank.ts';
import { BadConfiguration, type Config } from './config.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { loadInstitution } from './institution.ts';
import { advanceCommand } from './jobs/advance-demonstration.ts';
import { jobsCommand } from './jobs/command.ts';
import type { JobRunner } from './jobs/run-occurrence.ts';
import { closeBank, openBank } from './open-bank.ts';
import { createLog } from './operations/log.ts';
import { askForCommand } from './operations/operator-socket.ts';

/** Commands that need the whole bank, by their first word. */
const COMMANDS: Readonly<
  Record<string, (runner: JobRunner & { readonly bank: Bank }, args: readonly string[]) => Promise<string[]>>
> = {
  jobs: jobsCommand,
  'demo-advance': advanceCommand,
};

/** Runs a command on an open bank. @returns the lines to print. @throws BadConfiguration for what the operator got wrong. */
export function runBankCommand(
  runner: JobRunner & { readonly bank: Bank },
  [name = '', ...args]: readonly string[],
): Promise<string[]> {
  const command = COMMANDS[name];
  if (!command) throw new BadConfiguration([`There is no command ${name}.`]);
  return command(runner, args);
}

/**
 * Runs a command on the bank that the configuration names. The embedded database belongs to the process that runs it, which is then asked
 * to run the command; on PostgreSQL this process works beside the nodes.
 * @throws BadConfiguration, BankDidNotAnswer with one line for the operator.
 */
export async function bankCommand(
  config: Config,
  words: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  let bank: Bank;
  try {
    bank = await openBank(config, await loadInstitution(config.institutionFile));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    for (const line of await askForCommand(join(config.dataDir, 'bank'), words)) say(line);
    return;
  }
  try {
    for (const line of await runBankCommand({ bank, logger: createLog(config.logLevel) }, words)) say(line);
  } finally {
    await closeBank(bank);
  }
}
