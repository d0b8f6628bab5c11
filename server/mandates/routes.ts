import * as z from 'zod/mini';
import { normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { sendBefore, sendByDay } from '#domain/mandates/direct-debit.ts';
import { type MandateInput, mayBeSigned } from '#domain/mandates/mandate.ts';
import { ownPayeeName } from '#domain/payees/payee.ts';
import { asksClient } from '#domain/payees/payee-check.ts';
import { lastFour } from '#domain/staff/masks.ts';
import { legalDay } from '#domain/time/days.ts';
import { tokenHashOf } from '../auth/sessions/session-cookie.ts';
import type { Db } from '../db/database.ts';
import {
  answeredBefore,
  asHouse,
  clientOf,
  type GuardedContext,
  mayReadField,
  os,
  run,
  runOnce,
  signedIn,
} from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, decodeKeys, pageBy, pageOf } from '../http/cursor.ts';
import { requirePermission } from '../http/require-permission.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import { type AskedPayee, askPayee, requireFewChecks } from '../payees/ask-payee.ts';
import { checkRequired, keepCheck } from '../payees/payee-checks.ts';
import { accountOfPayer } from '../payees/payer.ts';
import { bankFileTaken } from '../transfers/bank-file-taken.ts';
import type { Work } from '../work/work.ts';
import { sendingRulesOn } from './debits-to-send.ts';
import { draftMandate } from './draft-mandate.ts';
import { cancelDebitBatch, exportDebits } from './export-debits.ts';
import {
  announcedByDay,
  batchesForReview,
  batchForReview,
  debitsOfBatch,
  debitsOfMandates,
  failedDebits,
  fileOfBatch,
  mandatesForReview,
} from './list-mandates.ts';
import { mandateDocument } from './mandate-paper.ts';
import {
  presentDebitBatch,
  presentMandate,
  presentReviewedDebit,
  presentReviewedMandate,
} from './present.ts';
import {
  foreseenCollections,
  isLoanOf,
  type MandateRow,
  mandateOf,
  mandatesOfAccount,
  openSignature,
  signaturesOf,
} from './queries.ts';
import { recordCall } from './record-call.ts';
import { recordFailure } from './return-debit.ts';
import { settleBatchByHand } from './settle-debits.ts';
import { changeSuspension, revokeMandate, signMandate } from './sign-mandate.ts';

const failureKeys = z.tuple([z.iso.date(), z.uuid()]);

/** Whether the institution has what a file of direct debits needs. */
const isOffered = ({ bank: { institution } }: GuardedContext): boolean =>
  institution.creditorIdentifier !== undefined && institution.houseIban !== undefined;

/** A mandate after something was done with it, as its client reads it. */
async function presented(db: Db, mandate: MandateRow) {
  const [debits, toSign] = await Promise.all([
    debitsOfMandates(db, [mandate.id]),
    mandate.endedAt ? null : openSignature(db, mandate.id),
  ]);
  return { mandate: presentMandate(mandate, debits.get(mandate.id) ?? [], toSign) };
}

/**
 * The client's own mandate, found in their own scope: what is done with it is the house's to write.
 * @throws Refusal `not-found`.
 */
async function own(context: GuardedContext, id: string): Promise<MandateRow> {
  const mandate = await mandateOf(context.db, id);
  if (mandate?.clientAccountId !== clientOf(context).accountId) throw new Refusal('not-found');
  return mandate;
}

/** Runs a use case on the client's own mandate, as the house. */
async function onOwn(
  context: GuardedContext,
  input: { readonly id: string },
  useCase: (work: Work, accountId: string) => Promise<MandateRow>,
) {
  const { accountId } = clientOf(context);
  await own(context, input.id);
  return runOnce(asHouse(context), input, async (work) => presented(work.tx, await useCase(work, accountId)));
}

/**
 * Asks whether the client's name and the IBAN belong together (PAY-12, PAY-68). What the client must decide on is kept and told.
 * @throws Refusal `transfer.payee-check-required` with the check; `payee-check.too-many`.
 */
async function askForMandate(
  context: GuardedContext,
  accountId: string,
  input: MandateInput,
): Promise<AskedPayee | null> {
  const { bank, db } = context;
  const account = await accountOfPayer(db, accountId);
  if (!account) return null;
  await requireFewChecks(db, accountId, bank.surroundings.now());
  const asked = await askPayee(bank, {
    iban: normalizeIban(input.iban),
    name: ownPayeeName(account.displayName),
    orderKind: 'mandate',
  });
  const reason = asked && 'reason' in asked.answer ? asked.answer.reason : null;
  if (!asked || !asksClient({ result: asked.answer.result, reason })) return asked;
  throw checkRequired(await run(context, (work) => keepCheck(work, account, asked)));
}

/** From where a signature comes, and by what it was confirmed. */
function evidenceOf(context: GuardedContext) {
  const token = context.headers.get('x-confirmation');
  return {
    origin: context.address,
    factors: ['password', ...signedIn(context).secondFactors].join(' '),
    proof: token === null ? '' : tokenHashOf(token),
  };
}

const paperOf = async ({ bank, db }: GuardedContext, mandate: MandateRow) => {
  const making = { institution: bank.institution, now: bank.surroundings.now() };
  const collections = await foreseenCollections(db, mandate, legalDay(making.now));
  const bytes = (await mandateDocument(making, mandate, collections)) as Uint8Array<ArrayBuffer>;
  return new File([bytes], `${mandate.reference}.pdf`, { type: 'application/pdf' });
};

export const mandateRoutes = {
  list: os.mandates.list.handler(async ({ context }) => {
    const { accountId } = clientOf(context);
    const mandates = await mandatesOfAccount(context.db, accountId);
    const ids = mandates.map(({ id }) => id);
    const [debits, signatures] = await Promise.all([
      debitsOfMandates(context.db, ids),
      // Of the client's own mandates; the evidence itself is the house's.
      signaturesOf(asHouse(context).db, ids),
    ]);
    const now = context.bank.surroundings.now();
    const toSign = new Map(
      signatures.flatMap((one) =>
        one.signedAt === null && mayBeSigned(one.draftedAt, now) ? [[one.mandateId, one] as const] : [],
      ),
    );
    return {
      mandates: mandates.map((one) =>
        presentMandate(one, debits.get(one.id) ?? [], one.endedAt ? null : (toSign.get(one.id) ?? null)),
      ),
      isOffered: isOffered(context),
    };
  }),

  draft: os.mandates.draft.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    if (!(await isLoanOf(context.db, accountId, input.loanId))) throw new Refusal('not-found');
    const isAsked = input.payeeCheckId === undefined && !(await answeredBefore(context, input));
    const asked = isAsked ? await askForMandate(context, accountId, input) : null;
    const { institution } = context.bank;
    return runOnce(asHouse(context), input, async (work) =>
      presented(work.tx, await draftMandate(work, accountId, input, { institution, asked })),
    );
  }),

  sign: os.mandates.sign.handler(({ input, context }) =>
    onOwn(context, input, (work, accountId) => signMandate(work, accountId, input.id, evidenceOf(context))),
  ),

  revoke: os.mandates.revoke.handler(({ input, context }) =>
    onOwn(context, input, (work, accountId) => revokeMandate(work, accountId, input.id)),
  ),

  paper: os.mandates.paper.handler(async ({ input, context }) =>
    paperOf(context, await own(context, input.id)),
  ),

  review: os.mandates.review.handler(async ({ input, context }) => {
    const { db } = context;
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await mandatesForReview(db, {
      after: decodeCursor(input.cursor),
      limit,
      state: input.state,
      accountId: input.accountId,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    const ids = page.map(({ id }) => id);
    const [debits, signatures] = await Promise.all([debitsOfMandates(db, ids), signaturesOf(db, ids)]);
    const byMandate = Map.groupBy(signatures, ({ mandateId }) => mandateId);
    return {
      mandates: page.map((one) =>
        presentReviewedMandate(one, debits.get(one.id) ?? [], byMandate.get(one.id) ?? []),
      ),
      nextCursor,
    };
  }),

  reviewPaper: os.mandates.reviewPaper.handler(async ({ input, context }) => {
    const mandate = await mandateOf(context.db, input.id);
    if (!mandate) throw new Refusal('not-found');
    // A paper says no more of an account number than the screen (STAFF-5).
    const readsIban = mayReadField(context, 'fields.fullIban');
    return paperOf(context, readsIban ? mandate : { ...mandate, iban: lastFour(mandate.iban) });
  }),

  suspend: os.mandates.suspend.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await changeSuspension(work, input.id, 'suspend', input.reason);
      return {};
    }),
  ),

  recordCall: os.mandates.recordCall.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await recordCall(work, input.id, input.note);
      return {};
    }),
  ),

  resume: os.mandates.resume.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await changeSuspension(work, input.id, 'resume', input.reason);
      return {};
    }),
  ),
};

/** A file after something was done with it. */
async function presentedBatch(work: Work, id: string) {
  const batch = await batchForReview(work.tx, id);
  if (!batch) throw new Refusal('not-found');
  return { batch: presentDebitBatch(batch, legalDay(work.now)) };
}

/** How long R-transactions are allowed today (PAY-2). */
async function rDelays({ db, bank }: GuardedContext) {
  const dated = await parametersOn(db, legalDay(bank.surroundings.now()), [
    'sdd.refundWeeks',
    'sdd.unauthorisedMonths',
  ]);
  return { refundWeeks: dated['sdd.refundWeeks'], unauthorisedMonths: dated['sdd.unauthorisedMonths'] };
}

export const directDebitRoutes = {
  list: os.directDebits.list.handler(async ({ input, context }) => {
    const { db } = context;
    const today = legalDay(context.bank.surroundings.now());
    const limit = input.limit ?? DEFAULT_PAGE;
    const [rows, announced, rules, isByStatements] = await Promise.all([
      batchesForReview(db, { after: decodeCursor(input.cursor), limit }),
      announcedByDay(db),
      sendingRulesOn(db, today),
      isKeptByStatements(db, 'EUR'),
    ]);
    const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
    return {
      batches: page.map((row) => presentDebitBatch(row, today)),
      toSend: announced.map((one) => ({
        ...one,
        sendBy: sendByDay(one.collectionOn, rules),
        sendBefore: sendBefore(one.collectionOn, rules).toISOString(),
      })),
      isOffered: isOffered(context),
      isByStatements,
      nextCursor,
    };
  }),

  show: os.directDebits.show.handler(async ({ input, context }) => {
    const batch = await batchForReview(context.db, input.id);
    if (!batch) throw new Refusal('not-found');
    const [debits, delays] = await Promise.all([debitsOfBatch(context.db, input.id), rDelays(context)]);
    return {
      batch: presentDebitBatch(batch, legalDay(context.bank.surroundings.now())),
      debits: debits.map((one) => presentReviewedDebit(one, delays)),
    };
  }),

  failures: os.directDebits.failures.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const keys = decodeKeys(input.cursor, failureKeys);
    const rows = await failedDebits(context.db, { after: keys && { day: keys[0], id: keys[1] }, limit });
    const delays = await rDelays(context);
    const { page, nextCursor } = pageBy(rows, limit, ({ failedOn, id }) => [failedOn, id]);
    return { debits: page.map((one) => presentReviewedDebit(one, delays)), nextCursor };
  }),

  export: os.directDebits.export.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentedBatch(work, await exportDebits(work, context.bank.institution, input.collectionOn)),
    ),
  ),

  file: os.directDebits.file.handler(async ({ input, context }) => {
    // Read in the scope of who asks: a person with assigned files reads none.
    const found = await fileOfBatch(context.db, input.id);
    // It holds account numbers in full, and cannot be masked (STAFF-5).
    if (found) await requirePermission(context, 'fields.fullIban');
    return run(context, async (work) =>
      bankFileTaken(work, { operation: 'directDebits.file', id: input.id, found }),
    );
  }),

  settle: os.directDebits.settle.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await settleBatchByHand(work, input.id);
      return presentedBatch(work, input.id);
    }),
  ),

  cancel: os.directDebits.cancel.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await cancelDebitBatch(work, input.id);
      return presentedBatch(work, input.id);
    }),
  ),

  recordFailure: os.directDebits.recordFailure.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await recordFailure(work, input.id, input.reasonCode);
      return {};
    }),
  ),
};
