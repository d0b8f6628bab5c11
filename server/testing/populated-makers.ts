import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { adoptAccount, camt053, sendBankFile } from './bank-files.ts';
import { nextIban } from './next-iban.ts';
import { writeStatement } from './statements.ts';
import type { Answer, ClientPerson, Person, TestBank } from './test-bank.ts';

/** Makes one thing of a client or of the bank after another, through the API: what the populated bank is filled with, and what its tests use up. */

export const TEST_IBAN = 'FR7630006000011234567890189';

/** The smallest PDF that is taken for one. */
export const TEST_PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

/** A PDF that no other is alike: a request keeps the same file once. */
export const newPdf = (): Uint8Array => new TextEncoder().encode(`%PDF-1.4\n%${newUuid()}\n%%EOF\n`);

export const LOAN_REQUEST = {
  amountMinor: 1_000_00,
  purpose: 'Un vélo',
  durationMonths: 12,
  monthlyIncomeMinor: 2_000_00,
};

/** @throws Error when the answer is not 200. */
export function accepted(answer: Answer): Answer['body'] {
  if (answer.status !== 200)
    throw new Error(`expected 200, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Makes contracts of credit, and ends those of a person that are not over: they forbid a fee too. */
function contractMakers(administrator: Person) {
  const open = new Map<string, (() => Promise<unknown>)[]>();
  const endsBy = (of: ClientPerson, path: string) =>
    open.set(of.userId, [...(open.get(of.userId) ?? []), () => of.post(path)]);
  const newOffer = async (of: ClientPerson) => {
    accepted(await of.post('/durable-medium-consent', { canKeepPdf: true }));
    const { id } = accepted(await of.post('/loans', LOAN_REQUEST)).loan;
    const { papers } = accepted(
      await administrator.post(`/admin/loans/${id}/offer`, { seenPhase: 'submitted' }),
    );
    endsBy(of, `/loans/${id}/offer/decline`);
    return { id, paperId: papers[0].id };
  };
  const newReturn = async (of: ClientPerson) => {
    const { id } = accepted(await of.post('/loans', LOAN_REQUEST)).loan;
    accepted(await administrator.post(`/admin/loans/${id}/decision`, { action: 'approve' }));
    accepted(await of.post(`/loans/${id}/retraction`));
    endsBy(of, `/loans/${id}/retraction/repayment`);
    return id;
  };
  const endOf = async (of: ClientPerson) => {
    for (const end of open.get(of.userId) ?? []) await end();
    open.delete(of.userId);
  };
  return { newOffer, newReturn, endOf };
}

/** A line of a statement that waits for a person. */
export async function newBankLine(bank: TestBank, amountMinor: number): Promise<string> {
  const statementId = await writeStatement(bank.database.db, [
    { amountMinor, counterpartyName: 'Zoé Renard', counterpartyIban: 'FR7630006000011234567890189' },
  ]);
  await bank.work(newUuid(), (work) => bookStatement(work, statementId));
  const [line] = await rowsOf<{ id: string }>(
    bank.database.db,
    sql`select id from bank_lines where statement_id = ${statementId}`,
  );
  if (!line) throw new Error('the line was not written');
  return line.id;
}

/** Makes proposals. Only the making of one needs four eyes, which are off otherwise. */
function proposalMakersOf(administrator: Person, colleague: Person) {
  const newProposal = async () => {
    // Of a role that nobody holds: the subject of each proposal is another.
    const code = `role-${newUuid().slice(-12)}`;
    const command = {
      operation: 'roles.define',
      input: {
        code,
        label: 'Rôle proposé',
        description: '',
        permissions: [],
        seenVersion: 0,
      },
    };
    accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
    const { seen } = accepted(await colleague.post('/admin/approval-requirements', command));
    const { proposal } = accepted(await colleague.post('/admin/proposals', { ...command, seen }));
    accepted(await administrator.put('/admin/four-eyes', { isOn: false }));
    return { id: proposal.id as string, inputHash: proposal.inputHash as string };
  };
  return { newProposal };
}

/** Makes accounts of the house at banks. */
function bankAccountMakersOf(administrator: Person) {
  const newBankAccount = async (): Promise<string> =>
    accepted(
      await administrator.post('/admin/bank-accounts', {
        iban: nextIban(),
        bankName: 'Banque du Marais',
        currency: 'CHF',
      }),
    ).account.id;
  const newBankFile = async () => {
    const account = nextIban();
    await adoptAccount(administrator, 0, { iban: account, currency: 'SEK' });
    const statement = {
      id: 'S',
      day: '2026-12-01',
      openingMinor: 1_00,
      entries: [],
      account,
      currency: 'SEK',
    };
    const { file } = accepted(await sendBankFile(administrator, camt053([statement], newUuid())));
    return { fileId: file.id as string, statementId: file.statements[0].id as string };
  };
  return { newBankAccount, newBankFile };
}

/** Makes one thing of a client after another, each through the API. */
export function makersOf(administrator: Person, colleague: Person) {
  /** Loan requests that are not decided, by person: no fee may be created for a client who has one (CMF L519-6). */
  const openLoans = new Map<string, string[]>();

  const contracts = contractMakers(administrator);

  const newFee = async (of: ClientPerson) => {
    for (const id of openLoans.get(of.userId) ?? [])
      await administrator.post(`/admin/loans/${id}/decision`, {
        action: 'reject',
        reasonCode: 'withdrawn-by-client',
      });
    openLoans.delete(of.userId);
    await contracts.endOf(of);
    return accepted(
      await administrator.post(`/admin/clients/${of.accountId}/fees`, {
        amountMinor: 10_00,
        description: 'Opposition',
      }),
    ).fee.id;
  };
  const newWithdrawal = async (of: ClientPerson) =>
    accepted(
      await of.post('/withdrawals', { amountMinor: 10_00, iban: TEST_IBAN, bankName: 'Banque du Marais' }),
    ).withdrawal.id;
  const newValidatedWithdrawal = async (of: ClientPerson) => {
    const id = await newWithdrawal(of);
    accepted(await administrator.post(`/admin/withdrawals/${id}/decision`, { action: 'approve' }));
    return id;
  };
  const newLoan = async (of: ClientPerson) => {
    const { id } = accepted(await of.post('/loans', LOAN_REQUEST)).loan;
    openLoans.set(of.userId, [...(openLoans.get(of.userId) ?? []), id]);
    return id;
  };
  const addDocument = async (of: ClientPerson, loanId: string): Promise<string> =>
    accepted(await of.post(`/loans/${loanId}/documents`, newPdf())).document.id;
  const newDocument = async (of: ClientPerson) => {
    const id = await newLoan(of);
    return { id, documentId: await addDocument(of, id) };
  };
  const newUnprovedConsultation = async (loanId: string): Promise<string> =>
    accepted(
      await administrator.post(`/admin/loans/${loanId}/ficp-consultations`, {
        searchKey: '280290FICTI',
        reference: 'BDF-2026-0001',
        outcome: 'nothing',
      }),
    ).consultationId;
  const newConsultation = async (loanId: string): Promise<string> => {
    const id = await newUnprovedConsultation(loanId);
    accepted(await administrator.post(`/admin/loans/${loanId}/ficp-consultations/${id}/proof`, TEST_PDF));
    return id;
  };
  const newBatch = async (of: ClientPerson) =>
    accepted(
      await administrator.post('/admin/withdrawals/sepa-export', {
        withdrawalIds: [await newValidatedWithdrawal(of)],
      }),
    ).batch.id;
  return {
    administrator,
    ...contracts,
    ...bankAccountMakersOf(administrator),
    ...proposalMakersOf(administrator, colleague),
    openLoans,
    newFee,
    newWithdrawal,
    newValidatedWithdrawal,
    newLoan,
    addDocument,
    newDocument,
    newConsultation,
    newUnprovedConsultation,
    newBatch,
  };
}

export type Makers = ReturnType<typeof makersOf>;
