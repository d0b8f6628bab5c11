import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
import type { Institution } from '#content/institution/schema.ts';
import type { Actor } from '#domain/actors.ts';
import { FILE_TYPES } from '#domain/files/file-type.ts';
import type { DocumentKind } from '#domain/loans/documents.ts';
import { activateAccount } from '../accounts/activate-account.ts';
import { assignIban } from '../accounts/assign-iban.ts';
import { creditAccount } from '../accounts/credit-account.ts';
import { AUDIT_LINES } from '../audit/chain.ts';
import { insertSignIn } from '../auth/queries.ts';
import type { Bank } from '../bank/bank.ts';
import { addAdministrator } from '../clients/create-administrator.ts';
import { openAccount } from '../clients/open-account.ts';
import { saveSignUpDetails } from '../clients/queries.ts';
import type { Db } from '../db/database.ts';
import { files, notifications, outbox, profiles, secrets, users } from '../db/schema/index.ts';
import { createFee } from '../fees/create-fee.ts';
import { declareFee } from '../fees/declare-fee.ts';
import { settleFee } from '../fees/settle-fee.ts';
import type { ArrivedFile } from '../files/file-store.ts';
import { MOVEMENTS } from '../ledger/record-transaction.ts';
import { addDocument } from '../loans/add-document.ts';
import { decideLoan } from '../loans/decide-loan.ts';
import { confirmSheet } from '../loans/file/confirm-sheet.ts';
import { saveSheet } from '../loans/file/save-sheet.ts';
import { requestLoan } from '../loans/request-loan.ts';
import {
  accrueStep,
  announceStep,
  collectEveningStep,
  collectMorningStep,
} from '../loans/servicing/steps.ts';
import { COUNTED_MAILS } from '../notifications/notify.ts';
import { simulatedCheck } from '../payees/ask-payee.ts';
import { decideWithdrawal } from '../withdrawals/decide-withdrawal.ts';
import { requestWithdrawal } from '../withdrawals/request-withdrawal.ts';
import { inTransaction, ROWS, type Work, workIn, writeNow } from '../work/work.ts';
import { openDemonstrationAccounts, sendFirstStatements } from './demonstration-bank.ts';
import { liveDirectDebit } from './direct-debit-life.ts';
import { DECIDED_AFTER_HOURS, type Life, type LifeEvent, livesOf } from './lives.ts';
import {
  DEMONSTRATION_ADMINISTRATOR,
  DEMONSTRATION_CLIENT_PASSWORD,
  DEMONSTRATION_CLIENTS,
  type DemonstrationClient,
} from './people.ts';
import { attemptTransfers, programmeTransfer } from './programmed-transfers.ts';
import { specimenName, specimenPdf } from './specimen-document.ts';
import { suspendLoan } from './suspend-loan.ts';

/** Makes the sign-ins; what people do in their lives they do themselves. */
const OPERATOR = { kind: 'operator', command: 'fill-demonstration' } as const;

/** Marks a filled demonstration, so that a second start leaves it as its visitors made it. */
const FILLED = 'demonstration-filled';
/** Held by the node that is filling: several may start at once on one empty database. */
const CLAIM = 'demonstration-claim';
const POLL_MS = 200;
/** A node that claimed and died in the middle is not waited for longer than this. */
const CLAIM_LASTS_MS = 60_000;

async function isFilled(db: Db): Promise<boolean> {
  return (await db.select().from(secrets).where(eq(secrets.name, FILLED))).length > 0;
}

/** Waits until this node may fill the demonstration; false when another has done it meanwhile. */
async function mayFill(bank: Bank): Promise<boolean> {
  const { db, kind } = bank.database;
  // The embedded folder is locked by this process: a claim found there was left by one that is gone.
  if (kind === 'pglite') return !(await isFilled(db));
  for (;;) {
    if (await isFilled(db)) return false;
    const now = bank.surroundings.now().getTime();
    const claim = { name: CLAIM, value: String(now) };
    const made = await db.insert(secrets).values(claim).onConflictDoNothing().returning();
    if (made.length > 0) return true;
    const [held] = await db.select().from(secrets).where(eq(secrets.name, CLAIM));
    if (held && now - Number(held.value) > CLAIM_LASTS_MS) {
      const ofDeadNode = and(eq(secrets.name, CLAIM), eq(secrets.value, held.value));
      const taken = await db.update(secrets).set(claim).where(ofDeadNode).returning();
      if (taken.length > 0) return true;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Finds the sign-in of an address, or makes it. Hashing takes long, so this comes before the one transaction and may be repeated. */
async function signInOf(
  bank: Bank,
  person: { email: string; name: string; password: string },
): Promise<string> {
  const [known] = await bank.database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, person.email));
  if (known) return known.id;
  const { auth, database, surroundings } = bank;
  const passwordHash = await auth.passwords.hash(person.password);
  const id = surroundings.newId();
  await inTransaction(database.db, surroundings, OPERATOR, ({ tx, now, newId }) =>
    insertSignIn(tx, {
      id,
      credentialId: newId(),
      email: person.email,
      name: person.name,
      passwordHash,
      now,
      emailVerified: true,
    }),
  );
  return id;
}

/**
 * Gives an empty demonstration its people and months of plausible life, through the same use cases as real life, so that the books
 * balance, and relative to today. Everything but the sign-ins is one transaction: an interrupted start begins again at the next.
 */
export async function fillDemonstration(bank: Bank, say: (line: string) => void): Promise<void> {
  const { db } = bank.database;
  if (!(await mayFill(bank))) return;
  say('Filling the demonstration.');

  const [administrator] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, DEMONSTRATION_ADMINISTRATOR.email));
  const administratorId =
    administrator?.id ?? (await addAdministrator(bank, DEMONSTRATION_ADMINISTRATOR, OPERATOR.command));
  await addRoleAccounts(bank);
  const userIds = new Map<string, string>();
  for (const client of DEMONSTRATION_CLIENTS) {
    const name = `${client.firstName} ${client.lastName}`;
    userIds.set(
      client.email,
      await signInOf(bank, { email: client.email, name, password: DEMONSTRATION_CLIENT_PASSWORD }),
    );
  }

  const today = bank.surroundings.now();
  const drafts = await draftsOf(bank, userIds, today);
  const { publicUrl } = bank.config;
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const works: Work[] = [];
    const workAt = (now: Date, actor: Actor): Work => {
      const work = workIn(tx, now, bank.surroundings, { actor, origin: null, movesMoney: true });
      works.push(work);
      return work;
    };
    for (const client of DEMONSTRATION_CLIENTS) {
      const userId = userIds.get(client.email);
      if (!userId) throw new Error(`no sign-in for ${client.email}`);
      await live(client, {
        userId,
        administrator: { kind: 'staff', personId: administratorId },
        workAt,
        today,
        lives: livesOf(client, today),
        publicUrl,
        institution: bank.institution,
        keepDocument: async (work, accountId, loanId, kind) => {
          const file = drafts.get(userId);
          if (!file) throw new Error(`no document for ${client.email}`);
          await bank.files.keep(work.tx, file, work.now);
          await addDocument(work, accountId, { id: loanId, name: specimenName(kind), kind }, file);
        },
      });
    }
    await openDemonstrationAccounts(
      workAt(today, { kind: 'staff', personId: administratorId }),
      bank.institution,
    );
    await writeNow(tx, works, ROWS);
    await writeNow(tx, works, COUNTED_MAILS);
    await settlePast(tx, today);
    await writeNow(tx, inOrderOfTime(works), AUDIT_LINES);
    await tx.insert(secrets).values({ name: FILLED, value: today.toISOString() });
  });
  await sendFirstStatements(bank);
}

/** One account of the staff for each role (STAFF-23). Those that an interrupted start made stay. */
async function addRoleAccounts(bank: Bank): Promise<void> {
  const known = await bank.database.db.select({ email: users.email }).from(users);
  const missing = DEMONSTRATION_STAFF.filter(({ email }) => !known.some((user) => user.email === email));
  for (const { role, email, name, password } of missing)
    await addAdministrator(bank, { email, name, password }, OPERATOR.command, { role });
}

/** One trail tells what the administrator did in all these lives, one day after another. */
const inOrderOfTime = (works: readonly Work[]) =>
  [...works].sort((a, b) => a.now.getTime() - b.now.getTime());

/** The jobs that serve loans, as the days of the demonstration run them. */
const SERVICING = {
  'announce-instalments': announceStep,
  'collect-morning': collectMorningStep,
  'collect-evening': collectEveningStep,
  'accrue-interest': accrueStep,
} as const;

interface LifeContext {
  readonly userId: string;
  readonly administrator: Actor;
  readonly workAt: (now: Date, actor: Actor) => Work;
  readonly today: Date;
  readonly lives: Life;
  readonly publicUrl: string;
  readonly institution: Institution;
  readonly keepDocument: (work: Work, accountId: string, loanId: string, kind: DocumentKind) => Promise<void>;
}

/**
 * The documents that clients will add, one a client, as drafts: a file arrives outside of the transaction that gives it its place. Those
 * that an interrupted start left go with the next upload.
 */
async function draftsOf(
  bank: Bank,
  userIds: ReadonlyMap<string, string>,
  today: Date,
): Promise<ReadonlyMap<string, ArrivedFile>> {
  const drafts = new Map<string, ArrivedFile>();
  const { db } = bank.database;
  for (const client of DEMONSTRATION_CLIENTS) {
    const kind = livesOf(client, today).events.flatMap((event) =>
      event.kind === 'loan' && event.document ? [event.document] : [],
    )[0];
    const userId = userIds.get(client.email);
    if (!kind || !userId) continue;
    await db.delete(files).where(and(eq(files.personId, userId), isNull(files.keptAt)));
    const content = (async function* () {
      yield specimenPdf(kind);
    })();
    drafts.set(userId, await bank.files.put(db, userId, content, FILE_TYPES));
  }
  return drafts;
}

/** Opens the client's account, as their sign-up does. @returns its id. */
async function openClient(client: DemonstrationClient, { userId, workAt, lives, publicUrl }: LifeContext) {
  const opening = workAt(lives.openedAt, { kind: 'client', personId: userId });
  await saveSignUpDetails(opening.tx, {
    userId,
    firstName: client.firstName,
    lastName: client.lastName,
    phone: client.phone ?? null,
    country: client.country,
    createdAt: lives.openedAt,
  });
  const accountId = await openAccount(opening, client.accountType, publicUrl);
  if (client.profile) {
    await opening.tx
      .update(profiles)
      .set({ ...client.profile, updatedAt: lives.openedAt })
      .where(eq(profiles.userId, userId));
  }
  return accountId;
}

/** Opens the client's account and lets the events of their life happen in order of time. */
async function live(client: DemonstrationClient, context: LifeContext): Promise<void> {
  const { userId, administrator, workAt, lives } = context;
  const self: Actor = { kind: 'client', personId: userId };
  const accountId = await openClient(client, context);
  let loanId = '';
  for (const event of lives.events) {
    const byClient = workAt(event.at, self);
    const byAdministrator = workAt(event.at, administrator);
    const after = (hours: number, actor: Actor) =>
      workAt(new Date(event.at.getTime() + hours * 3_600_000), actor);
    if (event.kind === 'activation') await activateAccount(byAdministrator, accountId, event.receivedMinor);
    if (event.kind === 'iban')
      await assignIban(byAdministrator, accountId, { iban: event.iban, bankName: event.bankName });
    if (event.kind === 'credit') {
      await creditAccount(byAdministrator, accountId, {
        amountMinor: event.amountMinor,
        currency: event.currency,
        description: event.description,
      });
      // Later events may spend it.
      await writeNow(byAdministrator.tx, [byAdministrator], MOVEMENTS);
    }
    if (event.kind === 'withdrawal')
      await liveWithdrawal(event, accountId, {
        name: `${client.firstName} ${client.lastName}`,
        byClient,
        after: (hours) => after(hours, administrator),
      });
    if (event.kind === 'programmed-transfer') await programmeTransfer(byClient, accountId, event);
    if (event.kind === 'programmed-attempt')
      await attemptTransfers(workAt(event.at, { kind: 'bank', job: event.job }), event, {
        accountId,
        institution: context.institution,
        decided: [after(3, administrator), after(8, administrator)],
      });
    if (event.kind === 'loan')
      loanId = await liveLoan(event, accountId, {
        context,
        byClient,
        decided: after(DECIDED_AFTER_HOURS, administrator),
      });
    if (event.kind === 'suspension')
      await suspendLoan(
        { told: byClient, proposed: after(26, administrator), accepted: after(48, self) },
        { accountId, loanId, months: event.months, institution: context.institution },
      );
    // One step is enough: it takes hundreds, and only this client's are left to that day.
    if (event.kind === 'servicing')
      await SERVICING[event.job](workAt(event.at, { kind: 'bank', job: event.job }), { day: event.day });
    if (event.kind === 'direct-debit')
      await liveDirectDebit(event, {
        ...{ client, accountId, loanId, institution: context.institution, byClient, byAdministrator },
        byJob: workAt(event.at, { kind: 'bank', job: 'plan-direct-debits' }),
      });
    if (event.kind === 'fee') {
      const { fee } = await createFee(byAdministrator, accountId, {
        amountMinor: event.amountMinor,
        description: event.description,
      });
      if (event.reached !== 'unpaid') await declareFee(after(48, self), accountId, fee.id);
      if (event.reached === 'paid') await settleFee(after(60, administrator), fee.id);
    }
  }
}

/** As whom the demonstration lends. */
const DEMONSTRATION = { mode: 'demo', status: 'credit-institution' } as const;

/** The client asks for a loan with its file, which the staff decide where its life goes on. @returns its id. */
async function liveLoan(
  event: Extract<LifeEvent, { kind: 'loan' }>,
  accountId: string,
  { context, byClient, decided }: { context: LifeContext; byClient: Work; decided: Work },
): Promise<string> {
  const { action } = event;
  const { id: loanId } = await requestLoan(byClient, DEMONSTRATION, accountId, {
    amountMinor: event.amountMinor,
    purpose: event.purpose,
    durationMonths: event.durationMonths,
    monthlyIncomeMinor: event.monthlyIncomeMinor,
  });
  await fillFile(context, accountId, loanId, event);
  if (action) {
    const reason =
      event.action === 'reject' ? { reasonCode: event.reasonCode, reasonNote: event.reasonNote } : {};
    await decideLoan(decided, DEMONSTRATION, { loanId, action, ...reason });
  }
  return loanId;
}

/** The client asks for a transfer, which the staff decide three hours later and every five hours after that. */
async function liveWithdrawal(
  event: Extract<LifeEvent, { kind: 'withdrawal' }>,
  accountId: string,
  { name, byClient, after }: { name: string; byClient: Work; after: (hours: number) => Work },
): Promise<void> {
  const { amountMinor, iban, bankName, recipientName = name } = event;
  const asked = simulatedCheck({ iban, name: recipientName, orderKind: 'transfer' }, event.at);
  const { withdrawal } = await requestWithdrawal(
    byClient,
    accountId,
    { amountMinor, iban, bankName, recipientName },
    { mode: 'demo', asked },
  );
  let hours = 3;
  for (const action of event.actions) {
    await decideWithdrawal(after(hours), {
      withdrawalId: withdrawal.id,
      action,
      ...(action === 'reject' ? { reasonCode: event.reasonCode } : {}),
    });
    hours += 5;
  }
}

/** The client confirms their dialogue sheet an hour after the request, then adds a document. */
async function fillFile(
  { workAt, userId, keepDocument }: LifeContext,
  accountId: string,
  loanId: string,
  { at, sheet, document }: Extract<LifeEvent, { kind: 'loan' }>,
): Promise<void> {
  const work = workAt(new Date(at.getTime() + 3_600_000), { kind: 'client', personId: userId });
  if (sheet) {
    const { version, sha256 } = await saveSheet(work, accountId, { loanId, content: sheet });
    await confirmSheet(work, accountId, { loanId, version, sha256 });
  }
  if (document) await keepDocument(work, accountId, loanId, document);
}

/** Notifications older than three days are read and their mails sent: a new bank should not open with two hundred alerts. */
async function settlePast(tx: Db, today: Date): Promise<void> {
  const recent = new Date(today.getTime() - 3 * 86_400_000);
  await tx.update(notifications).set({ readAt: sql`created_at` }).where(lt(notifications.createdAt, recent));
  await tx
    .update(outbox)
    .set({ deliveredAt: sql`created_at` })
    .where(and(lt(outbox.createdAt, recent)));
}
