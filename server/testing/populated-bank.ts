import { sql } from 'drizzle-orm';
import { addDays, legalDay } from '#domain/time/days.ts';
import { newUuid } from '../ids.ts';
import { createAuthenticator } from './authenticator.ts';
import { newDispute, newPosting, newReceivable, newSentTransfer } from './corrections.ts';
import { type MandateWanted, newMandate } from './mandates.ts';
import { nextIban } from './next-iban.ts';
import { accepted, type Makers, makersOf, newBankLine, TEST_IBAN } from './populated-makers.ts';
import { newLeftTransfer, newReceipt, newReceivedRecall, newSentRecall } from './recalls.ts';
import { type ClientPerson, type Person, TEST_ORIGIN, TEST_PASSWORD, type TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';
import { confirmTestSheet } from './test-sheet.ts';

export { accepted, LOAN_REQUEST, newBankLine, newPdf, TEST_IBAN, TEST_PDF } from './populated-makers.ts';

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
  /** A file of a bank whose statement waits for one before it. */
  newBankFile(): Promise<{ fileId: string; statementId: string }>;
  /** A receipt of 5.00 in suspense, or a debit of as much to justify. */
  newBankLine(amountMinor?: number): Promise<string>;
  /** A posting of the client's account that can be reversed and taken back. */
  newPosting(of: ClientPerson): Promise<string>;
  /** A movement of a transfer that left the client's account. */
  newSentTransfer(of: ClientPerson): Promise<string>;
  /** A dispute of such a movement, which waits. */
  newDispute(of: ClientPerson): Promise<string>;
  /** What the client owes after a mistake of the house. */
  newReceivable(of: ClientPerson): Promise<string>;
  /** The reference of a movement that a line of our bank brought. */
  newReceipt(of: ClientPerson): Promise<string>;
  /** Another bank's demand for it, which waits for the client. */
  newReceivedRecall(of: ClientPerson): Promise<string>;
  /** A client's demand for a transfer that has left, refused by the payee's bank where asked. */
  newSentRecall(of: ClientPerson, options?: { readonly isRefused?: boolean }): Promise<string>;
  /** A transfer that has left its account. */
  newLeftTransfer(of: ClientPerson): Promise<string>;
  /** A mandate on a loan of its own, with a direct debit in a state where asked. */
  newMandate(of: ClientPerson, wanted?: MandateWanted): ReturnType<typeof newMandate>;
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
  accepted(
    await person.post('/standing-orders', {
      iban: payee.iban,
      bankName: payee.bankName,
      recipientName: payee.name,
      amountMinor: 1_00,
      frequency: 'monthly',
      firstDay: addDays(legalDay(new Date()), 40),
    }),
  );
  accepted(await person.put('/transfer-limits', { action: 'lower', dayMinor: 90_000_00 }));
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
    newBankFile: make.newBankFile,
    newBankLine: (amountMinor = 5_00) => newBankLine(bank, amountMinor),
    newReceipt: (of) => newReceipt(bank, administrator, of),
    newReceivedRecall: (of) => newReceivedRecall(bank, administrator, of),
    newSentRecall: (of, options) => newSentRecall(administrator, of, options),
    newLeftTransfer: (of) => newLeftTransfer(administrator, of),
    newPosting: (of) => newPosting(bank, administrator, of),
    newSentTransfer: (of) => newSentTransfer(bank, administrator, of),
    newDispute: (of) => newDispute(bank, administrator, of),
    newReceivable: (of) => newReceivable(bank, of),
    newMandate: (of, wanted) => newMandate(bank, of, wanted),
    newProposal: make.newProposal,
    newOffer: make.newOffer,
    newReturn: make.newReturn,
    newPasskey: () => newPasskey(bank),
    newMember: (status) => newMember(bank, administrator, status),
    newEnquiry: () => newEnquiry(bank),
  };
}
