import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { normalizeIban } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { MandateInput } from '#domain/mandates/mandate.ts';
import { ownPayeeName } from '#domain/payees/payee.ts';
import type { PayeeCheckResult } from '#domain/payees/payee-check.ts';
import { isSepaIban } from '#domain/withdrawals/sepa.ts';
import { rowsOf } from '../db/database.ts';
import { referenceNumber } from '../ids.ts';
import { announce } from '../notifications/live.ts';
import type { AskedPayee } from '../payees/ask-payee.ts';
import { insideRule } from '../payees/inside-rule.ts';
import { keepFollowedCheck, useCheck } from '../payees/payee-checks.ts';
import type { Work } from '../work/work.ts';
import {
  insertMandate,
  type LoanOfMandate,
  loansOfMandates,
  lockLoans,
  lockOpenMandates,
  type MandateRow,
  putOpenSignature,
  signaturesOf,
  updateMandate,
} from './queries.ts';

/** The phases in which a mandate may be given: the loan is accepted, and not ended. */
const PHASES = ['accepted', 'agreed', 'active'];

/** Whether a loan's instalments may be collected by direct debit: in euro, of an institution that has what a file needs. */
export function isCollectable(
  loan: Pick<LoanOfMandate, 'currency' | 'phase'>,
  institution: Institution,
): boolean {
  return (
    loan.currency === 'EUR' &&
    PHASES.includes(loan.phase) &&
    institution.creditorIdentifier !== undefined &&
    institution.houseIban !== undefined
  );
}

/**
 * Refuses an account that no direct debit reaches: its IBAN does not hold, lies outside SEPA or in the house itself.
 * @throws Refusal `mandate.account-not-possible`.
 */
async function requireOutside(work: Work, institution: Institution, iban: string): Promise<void> {
  const isInside = await insideRule({ db: work.tx, institution, now: work.now });
  const [own] = await rowsOf(work.tx, sql`select 1 from client_accounts where iban = ${iban} limit 1`);
  if (!isSepaIban(iban) || own || isInside(iban) || iban === institution.houseIban)
    throw new Refusal('mandate.account-not-possible');
}

/** Where the check of name and IBAN comes from: asked for this call, or by the client before. */
export interface MandateOrigin {
  readonly institution: Institution;
  readonly asked: AskedPayee | null;
}

/**
 * What the debtor's bank said of name and IBAN (PAY-12), kept with what the client decided.
 * @throws Refusal of `useCheck`.
 */
async function checkedResult(
  work: Work,
  accountId: string,
  mandate: { readonly id: string; readonly iban: string; readonly name: string },
  { input, asked }: { readonly input: MandateInput; readonly asked: AskedPayee | null },
): Promise<PayeeCheckResult | null> {
  if (input.payeeCheckId === undefined) {
    if (!asked) return null;
    await keepFollowedCheck(work, accountId, asked, mandate.id);
    return asked.answer.result;
  }
  await useCheck(work, accountId, {
    checkId: input.payeeCheckId,
    withdrawalId: mandate.id,
    iban: mandate.iban,
    name: mandate.name,
    acceptedResult: input.acceptedResult,
  });
  const [check] = await rowsOf<{ result: PayeeCheckResult }>(
    work.tx,
    sql`select result from payee_checks where id = ${input.payeeCheckId}::uuid`,
  );
  return check?.result ?? null;
}

/**
 * Prepares a mandate for a loan's instalments, or another account for the one that there is (PAY-68): nothing holds before it is signed. The
 * debtor is the client; a draft that was not signed is replaced.
 * @throws Refusal `not-found`; `mandate.not-available` for a loan that cannot be collected so; `mandate.account-not-possible`; of the check of the name.
 */
export async function draftMandate(
  work: Work,
  accountId: string,
  input: MandateInput,
  { institution, asked }: MandateOrigin,
): Promise<MandateRow> {
  await lockLoans(work.tx, [input.loanId]);
  const loan = (await loansOfMandates(work.tx, [input.loanId])).get(input.loanId);
  if (loan?.accountId !== accountId) throw new Refusal('not-found');
  const { creditorIdentifier } = institution;
  if (!isCollectable(loan, institution) || !creditorIdentifier) throw new Refusal('mandate.not-available');
  const iban = normalizeIban(input.iban);
  await requireOutside(work, institution, iban);
  const debtorName = ownPayeeName(loan.displayName);
  const open = await lockOpenMandates(work.tx, loan.id);
  const live = open.find(({ state }) => state !== 'draft');
  const draft = open.find(({ state }) => state === 'draft');
  const account = {
    debtorName,
    iban,
    bankName: input.bankName,
    usesAccount: input.usesAccount ?? false,
  };
  const id = (live ?? draft)?.id ?? work.newId();
  const checkResult = await checkedResult(work, accountId, { id, iban, name: debtorName }, { input, asked });
  const mandate =
    live ??
    (draft
      ? await updateMandate(work.tx, id, account)
      : await insertMandate(work.tx, {
          id,
          reference: referenceNumber('MDT', work.now, id),
          loanId: loan.id,
          clientAccountId: accountId,
          state: 'draft',
          creditorIdentifier,
          creditorName: institution.legalName,
          ...account,
          createdAt: work.now,
        }));
  const [last] = await signaturesOf(work.tx, [id]);
  await putOpenSignature(work.tx, {
    mandateId: id,
    clientAccountId: accountId,
    number: (last?.number ?? 0) + 1,
    ...account,
    checkResult,
    draftedAt: work.now,
  });
  await announce(work, { userId: loan.userId }, ['mandates']);
  return mandate;
}
