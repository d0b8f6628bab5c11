import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { paymentReference, printedReference } from '#domain/statements/references.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Bank } from '../bank/bank.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { lockSettlement } from '../ledger/settlement.ts';
import { adoptBankAccount } from '../statements/accounts/adopt-bank-account.ts';
import { createBankAccount } from '../statements/accounts/create-bank-account.ts';
import { importBankFile } from '../statements/files/import-bank-file.ts';
import { importing } from '../statements/files/importing.ts';
import { keepBankFile, storeBankFile } from '../statements/files/keep-bank-file.ts';
import type { Work } from '../work/work.ts';
import { bankStatementFile, type MadeLine } from './bank-statement-file.ts';

/** The parts of a bank that its own bank works with. */
type DemonstratedBank = Pick<Bank, 'database' | 'surroundings'> & Partial<Pick<Bank, 'files'>>;

/** The bank that the demonstration plays itself; only its accounts get statements. */
export const DEMONSTRATION_BANK = 'Banque Exemple (fictive)';

/** The currency whose account is kept by its statements from the start; in euro people begin with entries by hand (PAY-19). */
const KEPT = { currency: 'CHF', iban: 'CH3600000000000000970' } as const satisfies {
  currency: CurrencyCode;
  iban: string;
};

/**
 * Gives a demonstration its accounts at its bank: in euro entered by hand, until somebody lets the statements keep it; in Swiss francs kept by
 * statements.
 */
export async function openDemonstrationAccounts(work: Work, { houseIban }: Institution): Promise<void> {
  if (houseIban)
    await createBankAccount(work, { iban: houseIban, bankName: DEMONSTRATION_BANK, currency: 'EUR' });
  const id = await createBankAccount(work, { ...KEPT, bankName: DEMONSTRATION_BANK });
  const openingMinor = -(await lockSettlement(work.tx, KEPT.currency));
  await adoptBankAccount(work, {
    id,
    openingMinor,
    day: addDaysOf('target-days', legalDay(work.now), -FIRST_DAYS),
  });
}

/** How many payment days before its first start a demonstration has statements of. */
const FIRST_DAYS = 5;

/** The statements that a demonstration begins with. */
export async function sendFirstStatements(bank: DemonstratedBank): Promise<void> {
  const today = legalDay(bank.surroundings.now());
  for (let before = FIRST_DAYS - 1; before > 0; before -= 1)
    await sendStatements(bank, addDaysOf('target-days', today, -before));
}

/**
 * The job of the demonstration's bank: in the morning of a payment day its statements of the one before arrive. It finds nothing to do in a live
 * institution.
 * @returns how many statements it made.
 */
export async function demonstrationBankStep(
  bank: DemonstratedBank,
  { day, institution }: { readonly day: string; readonly institution: Institution },
): Promise<number> {
  return institution.mode === 'demo' ? sendStatements(bank, addDaysOf('target-days', day, -1)) : 0;
}

interface KeptAccount {
  readonly iban: string;
  readonly currency: CurrencyCode;
  /** The end of its last statement, posted or not. */
  readonly closing: string | number;
}

/** Makes the statement of a day for each account that is kept by statements, and imports it as a file of a bank. */
async function sendStatements(bank: DemonstratedBank, day: string): Promise<number> {
  const { files } = bank;
  const { db } = bank.database;
  const accounts = await rowsOf<KeptAccount>(
    db,
    sql`select b.iban, b.currency, coalesce((select s.closing from bank_statements s
        where s.account = b.iban and s.currency = b.currency and s.state in ('posted', 'waiting')
        order by s.day desc, s.received_at desc limit 1), b.adopted_balance) as closing
      from bank_accounts b where b.source = 'statements' and b.bank_name = ${DEMONSTRATION_BANK}
        and not exists (select 1 from bank_statements s where s.account = b.iban and s.day >= ${day}::date)
      order by b.iban`,
  );
  if (accounts.length === 0) return 0;
  if (!files) throw new Error("the demonstration's bank needs the store of files");
  const importer = { ...bank, files };
  for (const { iban, currency, closing } of accounts) {
    const id = `FICTIF-${currency}-${day}`;
    const lines = await linesOfDay(db, currency, day);
    const content = bankStatementFile({ id, iban, currency, day, openingMinor: readMinor(closing), lines });
    // Before the transaction: the store writes by transactions of its own, and the embedded database has one at a time.
    const file = await storeBankFile(
      files,
      db,
      (async function* () {
        yield content;
      })(),
    );
    const kept = await importing(importer, (work) =>
      keepBankFile(work, files, file, {
        name: `releve-fictif-${currency}-${day}.xml`,
        source: 'folder',
      }),
    );
    await importBankFile(importer, kept.bankFileId);
  }
  return accounts.length;
}

interface Holder {
  readonly name: string;
  readonly number: string | number;
}

/** What a bank would tell of a day: receipts that name their client, some that do not, a charge, and transfers of ours that left. */
async function linesOfDay(db: Db, currency: CurrencyCode, day: string): Promise<MadeLine[]> {
  const holders = await rowsOf<Holder>(
    db,
    sql`select p.display_name as name, a.payment_number as number from client_accounts a join profiles p on p.user_id = a.user_id
      where a.currency = ${currency} and a.is_activated order by a.created_at, a.id limit 50`,
  );
  const turn = Math.floor(Date.parse(day) / 86_400_000);
  const holder = holders[turn % Math.max(holders.length, 1)];
  return [
    ...(holder ? receiptsOf(holder, turn) : []),
    ...strangers(turn),
    ...(await transfersUnderWay(db, currency)),
    ...(currency === 'EUR' ? await directDebitsUnderWay(db, day) : []),
  ];
}

/** Receipts of one client: by their reference on each day, under their name alone on every second. */
function receiptsOf({ name, number }: Holder, turn: number): MadeLine[] {
  const reference = printedReference(paymentReference(Number(number)));
  return [
    { amountMinor: 18_000 + (turn % 7) * 1_250, name: 'Atelier Fictif', text: `FICTIF FACTURE ${reference}` },
    ...(turn % 2 === 0
      ? [
          {
            amountMinor: 9_500 + (turn % 5) * 500,
            name,
            iban: 'DE89370400440532013000',
            text: 'FICTIF EPARGNE',
          },
        ]
      : []),
  ];
}

/** Lines that name no client: a receipt, a charge with a code of the bank's own, a debit without a reason. */
function strangers(turn: number): MadeLine[] {
  return [
    ...(turn % 3 !== 0
      ? [
          {
            amountMinor: 24_000 + (turn % 4) * 1_000,
            name: 'Payeur Inconnu',
            iban: 'BE68539007547034',
            text: 'FICTIF SANS REFERENCE',
          },
        ]
      : []),
    ...(turn % 2 === 1
      ? [{ amountMinor: -250, name: DEMONSTRATION_BANK, text: 'FICTIF FRAIS DE TENUE', ownCode: 'B1-62' }]
      : []),
    ...(turn % 5 === 0 ? [{ amountMinor: -4_200, name: 'Commerce Fictif', text: 'FICTIF PRELEVEMENT' }] : []),
  ];
}

/** The transfers of clients that left and that the bank has not debited yet. */
async function transfersUnderWay(db: Db, currency: CurrencyCode): Promise<MadeLine[]> {
  const rows = await rowsOf<{ id: string; amount: string | number; iban: string; name: string | null }>(
    db,
    sql`select w.id, w.amount, w.client_iban as iban, w.recipient_name as name from withdrawal_requests w
      where w.phase = 'sent' and w.currency = ${currency}
        and exists (select 1 from ledger_transactions t where t.id = w.ledger_transaction_id and t.event = 'transfer-sent')
      order by w.created_at, w.id limit 100`,
  );
  return rows.map(({ id, amount, iban, name }) => ({
    amountMinor: -readMinor(amount),
    name: name ?? 'Bénéficiaire',
    iban,
    text: 'FICTIF VIREMENT EMIS',
    endToEndId: id.replaceAll('-', ''),
  }));
}

/** Of each loan, the fourth direct debit comes back on a later day, once. */
const RETURNED_NUMBER = 4;

/** Files of direct debits whose day has come, each credited as one, and the direct debits that a debtor's bank takes back (PAY-70, PAY-72). */
async function directDebitsUnderWay(db: Db, day: string): Promise<MadeLine[]> {
  const files = await rowsOf<{ message_id: string; total: string | number }>(
    db,
    sql`select b.message_id, sum(d.amount) as total from direct_debit_batches b
      join direct_debits d on d.batch_id = b.id and d.state = 'exported'
      where b.state = 'exported' and b.collection_on <= ${day}::date group by b.id, b.message_id order by b.message_id limit 100`,
  );
  const returned = await rowsOf<{ id: string; amount: string | number; name: string; iban: string }>(
    db,
    sql`select d.id, d.amount, m.debtor_name as name, m.iban from direct_debits d join mandates m on m.id = d.mandate_id
      where d.state = 'settled' and d.attempt = 1 and d.number = ${RETURNED_NUMBER} and d.settled_on < ${day}::date
        and d.settled_on >= ${addDaysOf('target-days', day, -3)}::date order by d.id limit 100`,
  );
  return [
    ...files.map(({ message_id, total }) => ({
      amountMinor: readMinor(total),
      name: DEMONSTRATION_BANK,
      text: 'FICTIF PRELEVEMENTS',
      batchMessageId: message_id,
    })),
    ...returned.map(({ id, amount, name, iban }) => ({
      amountMinor: -readMinor(amount),
      name,
      iban,
      text: 'FICTIF PRELEVEMENT RETOURNE',
      endToEndId: id.replaceAll('-', ''),
      returnReason: 'AM04',
    })),
  ];
}
