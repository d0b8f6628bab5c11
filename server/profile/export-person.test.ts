import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as schema from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';
import { type ClientPerson, openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client({ firstName: 'Élodie', lastName: 'Exportée' });
  }),
);
afterEach(() => bank.close());

/** Where each table of the database stands in the export, or why it does not. A new table has to be decided on here. */
const TABLES: Record<string, string> = {
  users: 'user',
  user_roles: 'roles',
  staff_members:
    'not exported: the working relation of the house with its staff, which asks the house for it',
  profiles: 'profile',
  sign_up_details: 'signUp',
  client_accounts: 'account',
  ledger_accounts: 'account',
  transactions: 'transactions',
  loan_requests: 'loans',
  loans: 'loans',
  loan_schedules: 'instalments',
  loan_instalments: 'instalments',
  loan_arrears_months: 'lateMonths',
  loan_part_payments: 'partPayments',
  loan_early_repayments: 'earlyRepayments',
  loan_difficulties: 'difficulties',
  loan_measures: 'measures',
  loan_yearly_letters: 'yearlyLetters',
  loan_arrears: 'not exported: what `instalments` say, kept as an index of late loans',
  loan_formal_notices: 'formalNotices',
  loan_freezes: 'freezes',
  loan_recovery_acts:
    'not exported: how the house decided; what was decided is in `loans` and `recoveryLetters`',
  loan_recoveries: 'recoveries',
  ficp_declarations: 'ficpDeclarations',
  loan_recovery_letters: 'recoveryLetters',
  loan_documents: 'loanDocuments',
  loan_offers: 'loanOffers',
  loan_contracts: 'loanContracts',
  loan_papers: 'loanPapers',
  durable_medium_consents: 'durableMediumConsents',
  withdrawal_declarations:
    'not exported: sent without signing in, and no contract answers to it; whose it is, is not known',
  dialogue_sheets: 'dialogueSheets',
  loan_lender_consents: 'lenders',
  loan_transmissions: 'lenders',
  loan_document_requests: 'not exported: holds no person; the documents are in `loanDocuments`',
  ficp_consultations: 'ficpConsultations',
  ficp_proofs: 'not exported: no copy of what the FICP says goes to anyone (L751-5)',
  loan_decisions: 'not exported: how the house weighed a request; what was decided is in `loans`',
  files: 'loanDocuments',
  file_chunks: 'not exported: the contents of `loanDocuments`, each of which the person reads at its request',
  withdrawal_requests: 'withdrawals',
  standing_orders: 'standingOrders',
  standing_order_runs: 'standingOrders',
  transfer_limits: 'transferLimits',
  mandates: 'mandates',
  mandate_signatures: 'mandates',
  direct_debits: 'mandates',
  direct_debit_batches: 'not exported: how the house is paid; the collections are in `mandates`',
  withdrawal_holds:
    'not exported: by which rules the house looks for fraud; the payments are in `withdrawals`',
  client_alerts:
    'not exported: what the house watches for, and freezes that the law forbids to tell of (CMF L562-4)',
  payees: 'payees',
  payee_checks: 'payeeChecks',
  transaction_disputes: 'disputes',
  receipt_corrections: 'receivables',
  fees: 'fees',
  notifications: 'notifications',
  outbox: 'mails',
  newsletter_subscriptions: 'newsletter',
  enquiries: 'messages',
  sessions: 'sessions',
  sign_ins: 'signIns',
  second_factors: 'secondFactor',
  recovery_codes: 'secondFactor',
  passkeys: 'secondFactor',
  client_notes: 'notes',
  audit_entries: 'audit',
  audit_parts: 'audit',
  audit_head: 'not exported: holds no person',
  withdrawal_batches: 'not exported: how the house pays; the payments are in `withdrawals`',
  withdrawal_batch_lines: 'not exported: how the house pays; the payments are in `withdrawals`',
  ledger_transactions: 'not exported: the books say the same as `transactions`, without words about anyone',
  ledger_totals: 'not exported: holds no person',
  ledger_entries: 'not exported: the books say the same as `transactions`, without words about anyone',
  bank_accounts: 'not exported: holds no person',
  reconciliation_explanations: 'not exported: holds no client; what the staff did is in `audit`',
  bank_files: 'not exported: what the bank of the house wrote; the payments are in `transactions`',
  bank_statements: 'not exported: what the bank of the house wrote; the payments are in `transactions`',
  bank_lines: 'not exported: what the bank of the house wrote; the payments are in `transactions`',
  identity_receipts:
    'not exported: which payment came first from the client’s own name; the payments are in `transactions`',
  return_orders: 'not exported: how the house pays; the payments are in `transactions`',
  transfer_recalls: 'transferRecalls',
  bank_line_parts: 'not exported: how the house allocates; the payments are in `transactions`',
  credentials: 'not exported: what proves who one is',
  verifications: 'not exported: what proves who one is',
  idempotency_keys: 'not exported: answers that the person has already had',
  attempts: 'not exported: holds digests that identify no person',
  job_runs: 'not exported: holds no person',
  demonstration_clock: 'not exported: holds no person',
  tallies: 'not exported: holds no person',
  iban_counters: 'not exported: holds no person',
  bank_mode: 'not exported: holds no person',
  daily_proofs: 'not exported: what the books of the house proved',
  declared_links: 'not exported: ties of members of the staff, told to who watches over conflicts',
  assignments: 'not exported: who of the staff follows which file; what was done is in `audit`',
  bulk_runs: 'not exported: how the staff works; what was done is in `audit`',
  bulk_items: 'not exported: how the staff works; what was done is in `audit`',
  saved_views: 'not exported: how the staff finds its lists',
  approval_policies: 'not exported: rules of the house',
  four_eyes: 'not exported: a setting of the house',
  governed_acts: 'not exported: sums of acts of the staff; what was done is in `audit`',
  proposal_votes: 'not exported: how the staff decided among themselves; what was done is in `audit`',
  proposals: 'not exported: commands of the staff that wait for others; what was done is in `audit`',
  currency_rates: 'not exported: holds no person',
  legal_parameters: 'not exported: holds no person',
  roles: 'not exported: holds no person',
  secrets: 'not exported: holds no person',
};

test('GET /profile/export gives everything about the person as a file', async () => {
  await bank.fund(client, 900_00);
  await client.post('/loans', {
    amountMinor: 1_000_00,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 2_000_00,
  });
  await client.post('/withdrawals', {
    amountMinor: 5_00,
    iban: 'FR7630006000011234567890189',
    bankName: 'Banque',
  });
  const { status, body, headers } = await client.get('/profile/export');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('content-disposition')).toContain('mes-donnees.json');
  expect(body).toMatchObject({
    format: 'guichet-export-1',
    user: { email: client.email, name: 'Élodie Exportée', language: 'fr' },
    profile: { firstName: 'Élodie', lastName: 'Exportée', country: 'FR' },
    account: { id: client.accountId, balanceMinor: 900_00, currency: 'EUR' },
    transactions: [{ amountMinor: 900_00, balanceAfterMinor: 900_00, description: 'Versement de test' }],
    loans: [{ amountMinor: 1_000_00, purpose: 'Un vélo', status: 'pending' }],
    withdrawals: [{ amountMinor: 5_00, iban: 'FR7630006000011234567890189', status: 'pending' }],
    fees: [],
  });
  expect(body.notifications).toHaveLength(4);
  expect(body.mails).toHaveLength(4);
  expect(body.sessions).toHaveLength(1);
});

test('what administrators wrote and did about the person is theirs to read, who did it is not', async () => {
  const administrator = await bank.administrator();
  await bank.database.db.insert(schema.clientNotes).values({
    id: newUuid(),
    clientAccountId: client.accountId,
    authorId: administrator.userId,
    text: 'A téléphoné au sujet du RIB.',
    createdAt: new Date(),
  });
  await administrator.put(`/admin/clients/${client.accountId}/iban`, {
    iban: 'FR7630006000011234567890189',
    bankName: 'Guichet Démo',
  });
  const { body } = await client.get('/profile/export');
  expect(body.notes).toMatchObject([{ text: 'A téléphoné au sujet du RIB.' }]);
  expect(body.audit.acts.map(({ operation }: { operation: string }) => operation)).toContain(
    'accounts.assignIban',
  );
  expect(JSON.stringify(body)).not.toContain(administrator.userId);
});

test('it holds no other person, and no secret of signing in', async () => {
  const stranger = await bank.client({ firstName: 'Inconnue' });
  await bank.fund(stranger, 100_00);
  await bank.visitor().post('/password-reset', { email: client.email });
  const text = JSON.stringify((await client.get('/profile/export')).body);
  for (const word of [
    stranger.email,
    stranger.userId,
    'Inconnue',
    TEST_PASSWORD,
    'argon2',
    'token=',
    ...client.cookies.values(),
  ])
    expect(text).not.toContain(word);
});

test('no table of the database is forgotten', async () => {
  const names = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map((table) => getTableConfig(table).name);
  expect(names.sort()).toEqual(Object.keys(TABLES).sort());
  const { body } = await client.get('/profile/export');
  for (const place of Object.values(TABLES))
    if (!place.startsWith('not exported')) expect(Object.keys(body)).toContain(place);
});

test('someone who stopped half-way through signing up has their data too; 401 without a session', async () => {
  const half = await bank.halfSignedUp({ firstName: 'Moitié' });
  expect((await half.get('/profile/export')).body).toMatchObject({
    account: null,
    profile: null,
    signUp: { firstName: 'Moitié' },
    transactions: [],
  });
  expect((await bank.visitor().get('/profile/export')).status).toBe(401);
});
