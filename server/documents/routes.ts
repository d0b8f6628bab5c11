import { clientLanguageOf } from '#domain/clients/client-languages.ts';
import { Refusal } from '#domain/errors.ts';
import { listPriceBps, productOrWidest } from '#domain/loans/products.ts';
import { answer } from '#domain/loans/simulation.ts';
import { simulationFaults } from '#domain/loans/simulation-terms.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import { LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { type TransactionFilter, transactionsOfAccount } from '../accounts/queries.ts';
import type { Db } from '../db/database.ts';
import { asHouse, clientOf, type GuardedContext, os, signedIn } from '../http/context.ts';
import { paperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { rowsAbout } from '../profile/queries.ts';
import { feeReceiptDocument, isPaid } from './fee-receipt.ts';
import { loanSimulationDocument } from './loan-simulation.ts';
import { movementFacts, movementOf } from './movement-facts.ts';
import { movementNoticeDocument } from './movement-notice.ts';
import { MOST_MOVEMENTS, movementsDocument } from './movements.ts';
import { personalDataDocument } from './personal-data.ts';
import {
  balanceBefore,
  type ExactMovement,
  feeOf,
  type Holder,
  holderOf,
  type MovementRow,
  movementsBetween,
  withExactBalances,
} from './queries.ts';
import { ribDocument } from './rib.ts';
import { monthOf, statementDocument } from './statement.ts';
import { transactionsCsv } from './transactions-csv.ts';

/** What a request for a document says of its language. */
interface OfLanguage {
  readonly language?: string | undefined;
}

/** The language that a document is asked for in; French when it is not said or not one of clients. */
const languageOf = (input: OfLanguage | undefined) => paperLanguage(clientLanguageOf(input?.language));

/** The account that a document is about, and what it is made with. */
async function start(
  context: GuardedContext,
  input: OfLanguage | undefined,
): Promise<{ db: Db; holder: Holder; making: MakingInLanguage }> {
  const { institution, surroundings } = context.bank;
  const { db } = context;
  const holder = await holderOf(db, clientOf(context).accountId);
  if (!holder) throw new Refusal('not-found');
  return { db, holder, making: { institution, now: surroundings.now(), language: languageOf(input) } };
}

const pdf = (bytes: Uint8Array, name: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], `${name}.pdf`, { type: 'application/pdf' });

/** Every movement that a filter lets through, the last first, read page by page as the list does. */
async function everyMovement(
  db: Db,
  accountId: string,
  filter: Omit<TransactionFilter, 'beforeSequence' | 'limit'>,
): Promise<ExactMovement[]> {
  const limit = 1_000;
  const found: MovementRow[] = [];
  for (;;) {
    const beforeSequence = found.at(-1)?.sequence ?? null;
    const rows = await transactionsOfAccount(db, accountId, { ...filter, beforeSequence, limit });
    found.push(...rows.slice(0, limit));
    if (rows.length <= limit) return withExactBalances(db, accountId, found);
  }
}

export const documentRoutes = {
  rib: os.documents.rib.handler(async ({ input, context }) => {
    const { holder, making } = await start(context, input);
    const { iban } = holder;
    if (iban === null) throw new Refusal('not-found');
    return pdf(await ribDocument(making, { ...holder, iban }), making.language.words.rib.file);
  }),

  statement: os.documents.statement.handler(async ({ input, context }) => {
    const { db, holder, making } = await start(context, input);
    const name = input.file.slice(0, -'.pdf'.length);
    const month = monthOf(name);
    // A month before the account, or one that has not begun, has no statement.
    if (month.to <= holder.openedAt || month.from > making.now) throw new Refusal('not-found');
    const [openingMinor, movements] = [
      await balanceBefore(db, holder.accountId, month.from),
      await movementsBetween(db, holder.accountId, month.from, month.to),
    ];
    const bytes = await statementDocument(making, holder, { month, openingMinor, movements });
    return pdf(bytes, `${making.language.words.statement.file}-${name}`);
  }),

  feeReceipt: os.documents.feeReceipt.handler(async ({ input, context }) => {
    const { db, holder, making } = await start(context, input);
    const fee = await feeOf(db, holder.accountId, input.id);
    if (!fee || !isPaid(fee)) throw new Refusal('not-found');
    return pdf(
      await feeReceiptDocument(making, holder, fee),
      `${making.language.words.receipt.file}-${fee.receiptNumber}`,
    );
  }),

  movementNotice: os.documents.movementNotice.handler(async ({ input, context }) => {
    const { db, holder, making } = await start(context, input);
    const row = await movementOf(db, holder.accountId, input.id);
    if (!row) throw new Refusal('not-found');
    const facts = await movementFacts(asHouse(context).db, row);
    const bytes = await movementNoticeDocument(making, holder, row, facts);
    return pdf(bytes, `${making.language.words.notice.file}-${row.referenceNumber}`);
  }),

  loanSimulation: os.documents.loanSimulation.handler(async ({ input, context }) => {
    const { attempts, institution, surroundings } = context.bank;
    const { amountMinor, durationMonths, product } = input;
    const language = languageOf(input);
    const list = priceListOf(institution);
    const asked = productOrWidest(list, product);
    const faults = simulationFaults(list, asked, input);
    if (faults.length > 0) throw new Refusal('request.invalid', {}, faults);
    await attempts.countDrawing(context.address);
    const bytes = await loanSimulationDocument(
      { institution, now: surroundings.now(), language },
      asked,
      answer(amountMinor, durationMonths, listPriceBps(asked, amountMinor, durationMonths)),
    );
    return pdf(bytes, language.words.simulation.file);
  }),

  personalData: os.documents.personalData.handler(async ({ input, context }) => {
    const { institution, surroundings } = context.bank;
    const rows = await rowsAbout(context.db, signedIn(context));
    const making = { institution, now: surroundings.now(), language: languageOf(input) };
    return pdf(await personalDataDocument(making, rows), making.language.words.data.file);
  }),

  transactions: os.documents.transactions.handler(async ({ input, context }) => {
    const { db, holder, making } = await start(context, input);
    const { timeZone = LEGAL_TIME_ZONE } = input;
    const csv = transactionsCsv(
      await everyMovement(db, holder.accountId, input),
      holder.currency,
      timeZone,
      making.language,
    );
    return new File([csv], `${making.language.words.csv.file}.csv`, { type: 'text/csv' });
  }),

  movements: os.documents.movements.handler(async ({ input, context }) => {
    const { db, holder, making } = await start(context, input);
    // One more than is drawn tells whether there are more.
    const filter = { ...input, beforeSequence: null, limit: MOST_MOVEMENTS };
    const found = await withExactBalances(
      db,
      holder.accountId,
      await transactionsOfAccount(db, holder.accountId, filter),
    );
    return pdf(
      await movementsDocument(making, holder, { filter: input, found }),
      making.language.words.csv.file,
    );
  }),
};
