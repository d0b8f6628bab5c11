import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { bookStatement } from '../statements/lines/book-statement.ts';
import { createAuthenticator } from './authenticator.ts';
import { adoptAccount, camt053, sendBankFile } from './bank-files.ts';
import { nextIban } from './next-iban.ts';
import { writeStatement } from './statements.ts';
import {
  type Answer,
  type ClientPerson,
  type Person,
  TEST_ORIGIN,
  TEST_PASSWORD,
  type TestBank,
} from './test-bank.ts';
import { asOwner } from './test-database.ts';
import { confirmTestSheet } from './test-sheet.ts';

export const TEST_IBAN = 'FR7630006000011234567890189';

/** A client who has one of everything that a client can have. */
export interface Customer extends ClientPerson {
  readonly loanId: string;
  readonly feeId: string;
  readonly paidFeeId: string;
  readonly withdrawalId: string;
  readonly payeeId: string;
  readonly sessionId: string;
  readonly notificationId: string;
  /** A document of the loan. */
  readonly documentId: string;
  /** A consultation of the FICP for the loan, with its proof. */
  readonly consultationId: string;
  /** A difficulty that they told of, and the measure that answered it and waits for them. */
  readonly difficultyId: string;
  readonly measureId: string;
}

/** A bank with two clients who have nothing to do with each other, and the people around them. */
export interface PopulatedBank {
  readonly customer: Customer;
  readonly stranger: Customer;
  readonly administrator: Person;
  readonly batchId: string;
  /** Someone who has nothing at all yet. */
  newClient(): Promise<ClientPerson>;
  newFee(of: ClientPerson): Promise<string>;
  newWithdrawal(of: ClientPerson): Promise<string>;
  newValidatedWithdrawal(of: ClientPerson): Promise<string>;
  newLoan(of: ClientPerson): Promise<string>;
  /** A document of a request that is not decided. */
  newDocument(of: ClientPerson): Promise<{ id: string; documentId: string }>;
  /** A consultation of the FICP by the administrator, without a proof. */
  newUnprovedConsultation(loanId: string): Promise<string>;
  newBatch(of: ClientPerson): Promise<string>;
  /** An account of the house at a bank, in a currency that no client has: its adoption changes where their money comes from. */
  newBankAccount(): Promise<string>;
  /** One whose adoption waits for a second person. */
  newAdoption(): Promise<string>;
  /** A file of a bank whose statement waits for one before it. */
  newBankFile(): Promise<{ fileId: string; statementId: string }>;
  /** A statement that waits, with a release that waits for a second person. */
  newRelease(): Promise<string>;
  /** A receipt of 5.00 in suspense, or a debit of as much to justify. */
  newBankLine(amountMinor?: number): Promise<string>;
  /** A receipt whose return to its sender waits for a second person. */
  newReturnToSender(): Promise<string>;
  /** A proposal that waits for the approval of others. */
  newProposal(): Promise<{ readonly id: string; readonly inputHash: string }>;
  /** A loan with an offer that waits for its acceptance. */
  newOffer(of: ClientPerson): Promise<{ id: string; paperId: string }>;
  /** A loan whose sum is to be given back after a withdrawal from its contract. */
  newReturn(of: ClientPerson): Promise<string>;
  /** Of a new client, because a client with a passkey is asked for it at each sign-in. */
  newPasskey(): Promise<string>;
  /** A member of the staff: active unless they are to be invited or suspended. */
  newMember(status?: 'invited' | 'suspended'): Promise<string>;
  /** A message of a visitor, written without counting against the limit of a network address. */
  newEnquiry(): Promise<string>;
}

/** The smallest PDF that is taken for one. */
export const TEST_PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

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
  const newAdoption = async () => {
    const id = await newBankAccount();
    accepted(
      await administrator.post(`/admin/bank-accounts/${id}/adoption`, {
        openingMinor: 5_00,
        day: '2026-11-20',
      }),
    );
    return id;
  };
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
  const newRelease = async () => {
    const { statementId } = await newBankFile();
    accepted(await administrator.post(`/admin/statements/${statementId}/release`, { release: 'post' }));
    return statementId;
  };
  return { newBankAccount, newAdoption, newBankFile, newRelease };
}

/** Makes one thing of a client after another, each through the API. */
function makersOf(administrator: Person, colleague: Person) {
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
    accepted(await of.post(`/loans/${loanId}/documents`, TEST_PDF)).document.id;
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

type Makers = ReturnType<typeof makersOf>;

async function newEnquiry(bank: TestBank): Promise<string> {
  const id = newUuid();
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into enquiries
      (id, reference, kind, name, email, subject, text, submission_key, fingerprint, created_at)
      values (${id}, ${`M-${id}`}, 'contact', 'Zoé Renard', 'zoe@exemple.test', 'Question', 'Bonjour', ${id}, 'x', now())`),
  );
  return id;
}

async function newMember(
  bank: TestBank,
  administrator: Person,
  status?: 'invited' | 'suspended',
): Promise<string> {
  if (status === 'invited') {
    const input = {
      email: `${newUuid()}@example.test`,
      firstName: 'Sacha',
      lastName: 'Essai',
      roles: ['auditor'],
    };
    return accepted(await administrator.post('/admin/staff', input)).id;
  }
  const { userId } = await bank.administrator();
  if (status === 'suspended')
    accepted(await administrator.post(`/admin/staff/${userId}/suspension`, { reason: 'Absence' }));
  return userId;
}

async function newPasskey(bank: TestBank): Promise<string> {
  const of = await bank.client();
  const offer = accepted(await of.post('/two-factor/passkey-offers', { currentPassword: TEST_PASSWORD }));
  const made = createAuthenticator(TEST_ORIGIN).make(offer);
  accepted(await of.post('/two-factor/passkeys', { name: 'Téléphone', ...made }));
  return accepted(await of.get('/two-factor')).passkeys[0].id;
}

/** The year of the yearly letter that each customer has. */
export const LETTER_YEAR = 2025;

/** A part repaid early, a difficulty, the measure that answers it, and a yearly letter. */
async function repaymentsOf(bank: TestBank, administrator: Person, person: ClientPerson, loanId: string) {
  const { part } = accepted(
    await person.get(`/loans/${loanId}/early-repayment-quote?amountMinor=10000`),
  ).quote;
  accepted(
    await person.post(`/loans/${loanId}/early-repayments`, {
      kind: 'lower',
      amountMinor: 100_00,
      totalMinor: part.totalMinor,
    }),
  );
  const { difficulty } = accepted(
    await person.post(`/loans/${loanId}/difficulties`, {
      change: 'income',
      since: '2026-01-05',
      monthlyMinor: 10_00,
    }),
  );
  const { effect } = accepted(
    await administrator.get(`/admin/loans/${loanId}/measure-effect?kind=extension&months=6`),
  );
  const { measure } = accepted(
    await administrator.post(`/admin/loans/${loanId}/measures`, {
      action: 'propose',
      kind: 'extension',
      months: 6,
      seenExtraInterestMinor: effect.extraInterestMinor,
    }),
  );
  await asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into loan_yearly_letters (loan_id, year, capital, addressee, channel, sha256, made_at)
      values (${loanId}, ${LETTER_YEAR}, 100, '["A"]', 'area', repeat('0', 64), now())`),
  );
  return { difficultyId: difficulty.id as string, measureId: measure.id as string };
}

/** A client with one of everything: fees, a loan with a document, a withdrawal, a second session, a notification. */
async function newCustomer(bank: TestBank, make: Makers, firstName: string): Promise<Customer> {
  const { administrator } = make;
  const person = await bank.client({ firstName });
  await bank.fund(person, 10_000_00);
  accepted(
    await administrator.put(`/admin/clients/${person.accountId}/iban`, {
      iban: nextIban(),
      bankName: 'Banque du Marais',
    }),
  );
  const feeId = await make.newFee(person);
  const paidFeeId = await make.newFee(person);
  accepted(await administrator.post(`/admin/fees/${paidFeeId}/settlement`));
  const loanId = await make.newLoan(person);
  const documentId = await make.addDocument(person, loanId);
  accepted(await confirmTestSheet(person, loanId));
  accepted(await administrator.post(`/admin/loans/${loanId}/document-requests`, { kinds: ['income'] }));
  const consultationId = await make.newConsultation(loanId);
  accepted(await administrator.post(`/admin/loans/${loanId}/decision`, { action: 'approve' }));
  // Paid out long ago: fees are created again, as after the seven days of LC-14.
  await asOwner(bank.database.db, (tx) =>
    tx.execute(
      sql`update loans set accepted_on = accepted_on - 30, paid_out_at = paid_out_at - interval '30 days' where id = ${loanId}::uuid`,
    ),
  );
  make.openLoans.delete(person.userId);
  const repayments = await repaymentsOf(bank, administrator, person, loanId);
  const withdrawalId = await make.newWithdrawal(person);
  const payee = { name: 'Zoé Renard', iban: TEST_IBAN, bankName: 'Banque du Marais' };
  const payeeId = accepted(await person.post('/payees', payee)).payee.id;
  // The session of another device, so that ending it does not end the one that goes on.
  accepted(await bank.visitor().post('/session', { email: person.email, password: TEST_PASSWORD }));
  const sessions: { id: string; isCurrent: boolean }[] = accepted(await person.get('/sessions')).sessions;
  const elsewhere = sessions.find(({ isCurrent }) => !isCurrent);
  if (!elsewhere) throw new Error('the second session is not listed');
  const { notifications } = accepted(await person.get('/notifications'));
  return {
    ...person,
    feeId,
    paidFeeId,
    loanId,
    documentId,
    consultationId,
    ...repayments,
    withdrawalId,
    payeeId,
    sessionId: elsewhere.id,
    notificationId: notifications[0].id,
  };
}

/** Fills a fresh test bank. */
export async function populate(bank: TestBank): Promise<PopulatedBank> {
  const make = makersOf(await bank.administrator(), await bank.administrator());
  const first = await newCustomer(bank, make, 'Alix');
  const second = await newCustomer(bank, make, 'Camille');
  const { administrator, newFee, newWithdrawal, newValidatedWithdrawal, newLoan, newDocument, newBatch } =
    make;
  const { newUnprovedConsultation } = make;
  return {
    customer: first,
    stranger: second,
    administrator,
    batchId: await newBatch(first),
    newClient: () => bank.client(),
    newFee,
    newWithdrawal,
    newValidatedWithdrawal,
    newLoan,
    newDocument,
    newUnprovedConsultation,
    newBatch,
    newBankAccount: make.newBankAccount,
    newAdoption: make.newAdoption,
    newBankFile: make.newBankFile,
    newRelease: make.newRelease,
    newBankLine: (amountMinor = 5_00) => newBankLine(bank, amountMinor),
    newReturnToSender: async () => {
      const id = await newBankLine(bank, 5_00);
      const part = { amountMinor: 5_00, reasonCode: 'AC01' };
      accepted(await administrator.post(`/admin/bank-lines/${id}/return`, part));
      return id;
    },
    newProposal: make.newProposal,
    newOffer: make.newOffer,
    newReturn: make.newReturn,
    newPasskey: () => newPasskey(bank),
    newMember: (status) => newMember(bank, administrator, status),
    newEnquiry: () => newEnquiry(bank),
  };
}
