import { join } from 'node:path';
import type { Institution } from '#content/institution/schema.ts';
import { defaultRoles } from '#content/staff/default-roles.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import { usuriousProducts } from '#domain/loans/usury.ts';
import { POLICY_KEYS, policyFaults } from '#domain/parameters/policies.ts';
import { faultsOfPolicies, loosenedPolicies } from '#domain/proposals/policies-of-file.ts';
import { faultsOfRoles, rolesOf } from '#domain/staff/roles.ts';
import { legalDay } from '#domain/time/days.ts';
import { keepRange } from './accounts/propose-iban.ts';
import { createAttempts } from './auth/attempts/attempts.ts';
import { createAuth } from './auth/auth.ts';
import { GUARD } from './auth/guard.ts';
import type { PasswordCost } from './auth/passwords/passwords.ts';
import { newestAppOpens, resealSecondFactors } from './auth/reseal.ts';
import type { Bank } from './bank/bank.ts';
import type { InstantRail } from './bank/instant-rail.ts';
import type { PayeeCheckProvider } from './bank/payee-check-provider.ts';
import { BadConfiguration, type Config } from './config.ts';
import { declareMode } from './db/bank-mode.ts';
import type { Database, Db } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { createAntivirus } from './files/antivirus.ts';
import { createFileStore } from './files/file-store.ts';
import { newestFileOpens, resealFiles } from './files/reseal.ts';
import { newUuid } from './ids.ts';
import { startLiveUpdates } from './notifications/live.ts';
import { parametersOn } from './parameters/parameters-on.ts';
import { payeeCheckProvider } from './payees/choose-provider.ts';
import { keepPoliciesOfFile } from './proposals/keep-policies-of-file.ts';
import { APPROVALS } from './proposals/require-approval.ts';
import { loadReferenceRates } from './rates/load-reference-rates.ts';
import { type InstanceSecrets, instanceSecrets, type Seal } from './sealing/seal.ts';
import { keepInitialRoles } from './staff/keep-initial-roles.ts';
import { requireBankFilesFolder } from './statements/files/require-folder.ts';
import { instantRailOf } from './withdrawals/instant/instant-rail.ts';
import { requireHouseLimits } from './withdrawals/limits/require-house-limits.ts';
import { createBackground } from './work/background.ts';
import { openDemonstrationClock } from './work/demonstration-clock.ts';
import { createGroupedCalls } from './work/grouped-calls.ts';
import type { Surroundings } from './work/work.ts';

/** Time and ids of the running product. Milliseconds are the finest moment the product writes. */
export const REAL_SURROUNDINGS: Surroundings = { now: () => new Date(), newId: newUuid };

/** What is wrong with the roles and the approval policies of the institution's file, one line each. */
function faultsOfStaff({ mode, roles = [], approvalPolicies = [] }: Institution): string[] {
  const ofRoles = faultsOfRoles(roles);
  const codes = [...defaultRoles(mode), ...roles].map(({ code }) => code);
  return [...ofRoles, ...faultsOfPolicies(approvalPolicies, { roles: codes, isLive: mode === 'live' })];
}

const WRONG_KEY =
  'SECRET_KEY is not the key of this database: authenticator apps are refused and uploaded files do not open.';

/**
 * Seals what the previous key sealed anew, then asks whether what was sealed last opens. A live institution whose keys open nothing does not start: its
 * staff could not sign in, and what clients seal meanwhile would open with no other node's key. An operator who lost the key for good says so in
 * `SECRET_KEY_LOST`. A demonstration is told and starts.
 * @throws BadConfiguration
 */
async function keepSealed(
  db: Db,
  seal: Seal,
  { previous }: InstanceSecrets,
  { isLive, isKeyLost }: { readonly isLive: boolean; readonly isKeyLost: boolean },
): Promise<void> {
  if (previous.length > 0) {
    const { resealed, lost } = await resealSecondFactors(db, seal);
    if (resealed > 0)
      console.info(`The secrets of ${resealed} authenticator apps are sealed with the present key.`);
    if (lost > 0) console.error(`The secrets of ${lost} authenticator apps open with neither key.`);
    const files = await resealFiles(db, seal);
    if (files.resealed > 0)
      console.info(`The keys of ${files.resealed} files are sealed with the present key.`);
    if (files.lost > 0) console.error(`The keys of ${files.lost} files open with neither key.`);
  }
  const newest = [await newestAppOpens(db, seal), await newestFileOpens(db, seal)];
  if (isKeyLost && newest.includes(true))
    console.info('SECRET_KEY opens what was sealed last: take SECRET_KEY_LOST away.');
  if (!newest.includes(false)) return;
  if (isLive && !isKeyLost && !newest.includes(true))
    throw new BadConfiguration([
      `${WRONG_KEY} Start with the right one, or with the one before it as SECRET_KEY_PREVIOUS. If it is lost for good, SECRET_KEY_LOST=yes starts without what it sealed.`,
    ]);
  // With a previous key, what does not open was counted above.
  if (previous.length === 0)
    console.error(
      `${WRONG_KEY} Stop this node and start it with the right one, or with the one before it as SECRET_KEY_PREVIOUS.`,
    );
}

/**
 * Puts a bank together on an open database: roles, rates, sign-in, live updates. Used by `main.ts` and by every test, so that a test runs
 * what the product runs.
 * @throws BadConfiguration for faults in the roles and the approval policies of the institution's file, one line each; for a key that opens nothing.
 */
export async function assembleBank(
  config: Config,
  institution: Institution,
  database: Database,
  surroundings: Surroundings = REAL_SURROUNDINGS,
  forTests: {
    readonly passwordCost?: PasswordCost;
    readonly evenMs?: number;
    readonly signUpsPerNetwork?: number;
    readonly payeeChecks?: PayeeCheckProvider;
    readonly instantRail?: InstantRail;
  } = {},
): Promise<Bank> {
  const faults = faultsOfStaff(institution);
  if (faults.length > 0) throw new BadConfiguration(faults);
  const isRealTime = institution.mode === 'live' && surroundings.now === REAL_SURROUNDINGS.now;
  await declareMode(database.db, institution, isRealTime);
  await keepInitialRoles(
    database.db,
    rolesOf(defaultRoles(institution.mode), institution.roles),
    surroundings.now(),
  );
  await keepPoliciesOfFile(database.db, institution, surroundings.now());
  await loadReferenceRates(database.db);
  await keepRange(database.db, institution);
  const secrets = await instanceSecrets(database.db, config);
  const auth = createAuth({ publicUrl: config.publicUrl, secrets, ...forTests });
  await keepSealed(database.db, auth.seal, secrets, {
    isLive: institution.mode === 'live',
    isKeyLost: config.isKeyLost,
  });
  await requirePolicies(database.db, legalDay(surroundings.now()));
  return {
    config,
    institution,
    database,
    auth,
    guard: GUARD,
    attempts: createAttempts(database.db, surroundings.now, forTests),
    live: await startLiveUpdates(database),
    files: createFileStore(database.db, {
      seal: auth.seal,
      surroundings,
      antivirus: createAntivirus(config.clamdSocket),
    }),
    payeeChecks: forTests.payeeChecks ?? payeeCheckProvider(config.payeeCheck, institution),
    instantRail: forTests.instantRail ?? instantRailOf(config.instantRail, institution),
    groupedCalls: createGroupedCalls(database.db, surroundings),
    approvals: APPROVALS,
    background: createBackground(),
    surroundings,
  };
}

/**
 * Opens the database that the configuration names and puts a bank together on it.
 * @throws BadConfiguration for a live institution without a key of its own: one kept in the database would leave with a copy of it;
 * for a watched folder that cannot be worked in.
 */
export async function openBank(config: Config, institution: Institution): Promise<Bank> {
  if (institution.mode === 'live' && !config.secretKey)
    throw new BadConfiguration([
      'SECRET_KEY is required in live mode: it seals the secrets of authenticator apps, apart from the database and its backups.',
    ]);
  requireBankFilesFolder(config.bankFilesDir, institution.mode);
  const database = await openDatabase(
    config.databaseUrl
      ? { kind: 'postgresql', url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl }
      : { kind: 'pglite', folder: join(config.dataDir, 'bank') },
  );
  const keepsMails = config.smtpUrl === null;
  if (institution.mode === 'live')
    return openLive(config, institution, database, { ...REAL_SURROUNDINGS, keepsMails });
  const demonstrationClock = await openDemonstrationClock(database);
  const now = () => new Date(Date.now() + demonstrationClock.aheadMs());
  return assembleBank(config, institution, database, {
    ...REAL_SURROUNDINGS,
    now,
    keepsMails,
    demonstrationClock,
  });
}

/**
 * A live institution that makes transfers has limits (PAY-56). What it has to settle is said, and does not keep it from starting.
 * @throws BadConfiguration for limits that are missing.
 */
async function openLive(
  config: Config,
  institution: Institution,
  database: Database,
  surroundings: Surroundings,
): Promise<Bank> {
  const bank = await assembleBank(config, institution, database, surroundings);
  await requireHouseLimits(database.db, institution, surroundings.now());
  for (const line of await mattersToSettle(bank)) console.info(`À traiter\u00a0: ${line}`);
  return bank;
}

/**
 * What a live institution has to settle although it may start: approval policies that ask for less than the product's (FOUR-2); rates above the usury
 * ceilings (LC-37); a credit institution must offer instant transfers (PAY-43, règl. (UE) 2024/886).
 */
export async function mattersToSettle({ database, institution, surroundings }: Bank): Promise<string[]> {
  const looser = loosenedPolicies(institution.approvalPolicies).map(
    ({ operation, because }) => `${operation} asks for fewer approvals than the product does: ${because}`,
  );
  const today = legalDay(surroundings.now());
  const { 'usury.ceilings': quarter } = await parametersOn(database.db, today, ['usury.ceilings']);
  const dear = usuriousProducts(priceListOf(institution), quarter).map(
    (id) => `priceList: a rate of ${id} has a TAEG above the usury ceilings in force (LC-37).`,
  );
  if (institution.status !== 'credit-institution') return [...looser, ...dear];
  const instant = await parametersOn(database.db, today, ['inst.send', 'inst.receive']);
  const off = (['inst.send', 'inst.receive'] as const).filter((key) => !instant[key]);
  return [
    ...looser,
    ...dear,
    ...off.map(
      (key) => `${key} is off. A credit institution must offer instant transfers (regulation (EU) 2024/886).`,
    ),
  ];
}

/**
 * Refuses to start with a policy above its cap (LC-9).
 * @throws BadConfiguration with one line for each.
 */
async function requirePolicies(db: Db, day: string): Promise<void> {
  const faults = policyFaults(await parametersOn(db, day, POLICY_KEYS));
  if (faults.length === 0) return;
  throw new BadConfiguration(
    faults.map(
      ({ policy, policyBps, cap, capBps }) =>
        `policy.above-cap: legal_parameters ${policy} is ${policyBps} on ${day}, above ${cap}, which is ${capBps}.`,
    ),
  );
}

/** Ends what goes on by itself and the streams, and closes the database. Nothing may use the bank afterwards. */
export async function closeBank(bank: Bank): Promise<void> {
  await bank.background.stop();
  await bank.live.close();
  await bank.database.close();
}
