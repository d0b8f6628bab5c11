import type { Bank } from '../../bank/bank.ts';
import { deviceTime } from '../../work/work.ts';
import { decideLeftStatements } from './decide-statements.ts';
import { unreadFiles } from './file-queries.ts';
import { importBankFile } from './import-bank-file.ts';
import { eachOf } from './importing.ts';
import { importFromFolder } from './watched-folder.ts';

/**
 * The job of every minute (PAY-17): reads on what a killed process left, decides what could not be decided before, and takes the files of
 * the watched folder where one is configured.
 * @returns how many files and statements it dealt with.
 */
export async function importBankFilesStep({
  files,
  config,
  ...rest
}: Pick<Bank, 'database' | 'surroundings'> & Partial<Pick<Bank, 'files' | 'config'>>): Promise<number> {
  if (!files || !config) throw new Error('the import of bank files needs their store and the configuration');
  const bank = { ...rest, files };
  const { bankFilesDir } = config;
  let handled = 0;
  const steps = [
    async () =>
      eachOf(await unreadFiles(bank.database.db), async (id) => {
        if (await importBankFile(bank, id)) handled += 1;
      }),
    async () => {
      handled += await decideLeftStatements(bank);
    },
    async () => {
      if (bankFilesDir) handled += await importFromFolder(bank, bankFilesDir, deviceTime(bank.surroundings));
    },
  ];
  await eachOf(steps, (step) => step());
  return handled;
}
