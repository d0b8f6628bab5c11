import { nextIban } from './next-iban.ts';
import {
  accepted,
  LETTER_YEAR,
  LOAN_REQUEST,
  type PopulatedBank,
  TEST_IBAN,
  TEST_PDF,
} from './populated-bank.ts';
import { type ClientPerson, TEST_PASSWORD } from './test-bank.ts';
import { TEST_SHEET } from './test-sheet.ts';

/** A whole request to a route. What is named in the path stands in `ids`; the rest is the query of a GET, the body otherwise. */
export interface Asked {
  readonly ids?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The file that is sent, on a route that takes one. */
  readonly file?: Uint8Array;
}

/** One route of the access matrix. */
export interface AccessRow {
  /** Said here a second time: a route that opens by accident differs from its row. */
  readonly access: 'anyone' | 'entering' | 'signed-in' | 'client' | 'staff';
  /** A request about something of `owner`, which succeeds when the right person sends it. Made once for each owner. */
  ask(bank: PopulatedBank, owner: ClientPerson): Promise<Asked> | Asked;
  /** The answer to the right person, when it is not 200: what is asked is well-formed and refused for a reason of its own. */
  readonly status?: number;
  /** The answer to a member of the staff of a route that is not the back office's, when it is another one. */
  readonly staffStatus?: number;
  /** Ends the caller's session or changes their password: a new person sends it. */
  readonly isLast?: boolean;
  /** A signature (LC-47): it is confirmed however fresh the sign-in, with the confirmation of exactly this call. */
  readonly isSigned?: boolean;
  /** An answer that goes on until the caller leaves. */
  readonly isStream?: boolean;
  /** The answer to a well-formed id of nothing, when it is not 404: ids of a filter find nothing, those of a list are refused together. */
  readonly missingStatus?: number;
}

const nothing = (): Asked => ({});
const anyone = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'anyone',
  ask,
  ...more,
});
const signedIn = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'signed-in',
  ask,
  ...more,
});
const entering = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'entering',
  ask,
  ...more,
});
const client = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'client',
  ask,
  ...more,
});
const staff = (ask: AccessRow['ask'], more: Partial<AccessRow> = {}): AccessRow => ({
  access: 'staff',
  ask,
  ...more,
});

/** A command that a policy governs, on the account of a client. */
const commandOn = (_bank: PopulatedBank, owner: ClientPerson): Asked => ({
  fields: {
    operation: 'accounts.assignIban',
    input: { id: owner.accountId, iban: nextIban(), bankName: 'Banque du Marais' },
  },
});

/** The id that a customer of the populated bank has of something. */
const ofCustomer =
  (
    name:
      | 'loanId'
      | 'feeId'
      | 'paidFeeId'
      | 'withdrawalId'
      | 'payeeId'
      | 'sessionId'
      | 'notificationId'
      | 'measureId'
      | 'difficultyId',
  ) =>
  (bank: PopulatedBank, owner: ClientPerson): string =>
    (owner.userId === bank.customer.userId ? bank.customer : bank.stranger)[name];

/** The loan of a customer, with what is asked of it. */
const ofLoan =
  (fields: Asked['fields']) =>
  (bank: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: ofCustomer('loanId')(bank, owner) },
    fields,
  });

/** The measure that is proposed to a customer. */
const ofMeasure =
  (fields?: Asked['fields']) =>
  (bank: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: ofCustomer('loanId')(bank, owner), measureId: ofCustomer('measureId')(bank, owner) },
    fields,
  });

const ofLetter = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: { id: ofCustomer('loanId')(bank, owner), file: `${LETTER_YEAR}.pdf` },
});

/** An act of recovery that nobody proposed. */
const NO_ACT = { action: 'refuse', actId: '00000000-0000-4000-8000-000000000000' };

/** A letter of recovery, which no customer has. */
const ofNoLetter = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: { id: ofCustomer('loanId')(bank, owner), letterId: '00000000-0000-4000-8000-000000000000' },
});

/** The loan of a customer, with its document. */
const ofDocument = (bank: PopulatedBank, owner: ClientPerson): Asked => ({
  ids: {
    id: ofCustomer('loanId')(bank, owner),
    documentId: (owner.userId === bank.customer.userId ? bank.customer : bank.stranger).documentId,
  },
});

const byId =
  (id: (bank: PopulatedBank, owner: ClientPerson) => Promise<string> | string) =>
  async (bank: PopulatedBank, owner: ClientPerson): Promise<Asked> => ({
    ids: { id: await id(bank, owner) },
  });
const byAccount =
  (fields?: Asked['fields']) =>
  (_: PopulatedBank, owner: ClientPerson): Asked => ({
    ids: { id: owner.accountId },
    ...(fields ? { fields } : {}),
  });

const PAYEE = { name: 'Zoé Renard', iban: TEST_IBAN, bankName: 'Banque du Marais' };
const PERSON = { firstName: 'Sacha', lastName: 'Essai', phone: '', country: 'FR' };
let serial = 0;
const enquiryOf = (email: string) => ({
  kind: 'contact',
  name: 'Zoé Renard',
  email,
  subject: 'Question',
  text: 'Bonjour',
});

function freshAddress(): string {
  serial += 1;
  return `matrix-${serial}@example.test`;
}
const UNKNOWN_TOKEN = 'a-token-that-nobody-was-given-0123456789';
const ECB_FILE = 'Date, USD, \n20 November 2026, 1.0812, \n';

/**
 * Every route of the product. A new route needs its row here: `server/trust/access-matrix.test.ts` compares this list with the API
 * document. What is consumed (a pending request, a session) is made by the row that consumes it.
 */
export const ACCESS_ROWS: Readonly<Record<string, AccessRow>> = {
  'GET /health': anyone(nothing),
  'GET /openapi.json': anyone(nothing),
  'GET /countries': anyone(nothing),
  'GET /documents/loan-simulation.pdf': anyone(() => ({
    fields: { amountMinor: 1_000_00, durationMonths: 12 },
  })),
  'GET /demo/mails': anyone(() => ({ fields: { recipient: 'nobody@example.test' } })),

  'GET /session': anyone(nothing),
  'POST /session': anyone((_, owner) => ({ fields: { email: owner.email, password: TEST_PASSWORD } }), {
    isLast: true,
  }),
  'POST /admin/session': anyone((_, owner) => ({ fields: { email: owner.email, password: TEST_PASSWORD } }), {
    isLast: true,
    status: 403,
  }),
  'DELETE /session': anyone(nothing, { isLast: true }),
  'POST /session/confirmation': signedIn(() => ({
    fields: {
      operation: 'withdrawals.request',
      subject: 'withdrawals.request\n{}',
      currentPassword: TEST_PASSWORD,
    },
  })),
  'POST /password-reset': anyone(() => ({ fields: { email: freshAddress() } })),
  'POST /password-reset/completion': anyone(
    () => ({ fields: { token: UNKNOWN_TOKEN, password: 'quatre-mots-sans-rapport' } }),
    { status: 400 },
  ),
  'POST /sign-up': anyone(() => ({ fields: { ...PERSON, email: freshAddress(), password: TEST_PASSWORD } }), {
    isLast: true,
  }),
  'GET /sign-up': signedIn(nothing),
  'PUT /sign-up': signedIn(() => ({ fields: PERSON }), { status: 409, staffStatus: 403 }),
  'POST /sign-up/account': signedIn(() => ({ fields: { accountType: 'courant' } }), {
    status: 409,
    staffStatus: 403,
  }),

  'GET /two-factor': entering(nothing),
  'POST /two-factor/secret': entering(() => ({ fields: { currentPassword: TEST_PASSWORD } })),
  'POST /two-factor/activation': entering(() => ({ fields: { code: '000000' } }), {
    status: 409,
    isLast: true,
  }),
  'POST /two-factor/recovery-codes': entering(
    () => ({ fields: { currentPassword: TEST_PASSWORD, code: '000000' } }),
    { status: 409 },
  ),
  'POST /two-factor/deactivation': entering(
    () => ({ fields: { currentPassword: TEST_PASSWORD, code: '000000' } }),
    { status: 409 },
  ),
  'POST /two-factor/passkey-challenges': entering(nothing, { status: 409 }),
  'POST /two-factor/passkey-offers': entering(() => ({ fields: { currentPassword: TEST_PASSWORD } })),
  'POST /two-factor/passkeys': entering(
    () => ({
      fields: {
        name: 'Téléphone',
        id: 'AAAA',
        clientDataJSON: 'AAAA',
        attestationObject: 'AAAA',
        transports: [],
      },
    }),
    { status: 400 },
  ),
  // Always about somebody else's; `server/auth/passkeys/passkeys.test.ts` removes one's own.
  'POST /two-factor/passkeys/{id}/removal': entering(
    async (bank) => ({
      ids: { id: await bank.newPasskey() },
      fields: { currentPassword: TEST_PASSWORD, code: '000000' },
    }),
    { status: 404 },
  ),

  'POST /enquiries': anyone(() => ({ fields: enquiryOf(freshAddress()) })),
  'GET /admin/enquiries': staff(nothing),
  'GET /admin/enquiries/{id}': staff(byId((bank) => bank.newEnquiry())),
  'POST /admin/enquiries/{id}/answer': staff(byId((bank) => bank.newEnquiry())),
  'DELETE /admin/enquiries/{id}': staff(byId((bank) => bank.newEnquiry())),
  'POST /newsletter/subscriptions': anyone(() => ({ fields: { email: freshAddress() } })),
  'POST /newsletter/confirmations': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'POST /newsletter/unsubscriptions': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } })),

  'GET /overview': client(nothing),
  'GET /transactions': client(nothing),
  'GET /balance-history': client(nothing),
  'GET /documents/rib.pdf': client(nothing),
  'GET /documents/statements/{file}': client(() => ({
    ids: { file: `${new Date().toISOString().slice(0, 7)}.pdf` },
  })),
  'GET /documents/fees/{id}/receipt.pdf': client(byId(ofCustomer('paidFeeId'))),
  'GET /documents/transactions.csv': client(nothing),
  'GET /documents/transactions.pdf': client(nothing),
  'GET /fees': client(nothing),
  'POST /fees/{id}/declaration': client(byId((bank, owner) => bank.newFee(owner))),
  'GET /withdrawals': client(nothing),
  'POST /withdrawals': client(async (_, owner) => {
    const { name, ...order } = PAYEE;
    const { check } = accepted(await owner.post('/payee-checks', { iban: TEST_IBAN, name }));
    return { fields: { ...order, amountMinor: 1_00, recipientName: name, payeeCheckId: check.id } };
  }),
  'POST /withdrawals/{id}/cancellation': client(byId((bank, owner) => bank.newWithdrawal(owner))),
  'GET /payees': client(nothing),
  'POST /payees': client(() => ({ fields: PAYEE })),
  'PUT /payees/{id}': client((bank, owner) => ({
    ids: { id: ofCustomer('payeeId')(bank, owner) },
    fields: { ...PAYEE, nickname: 'Loyer' },
  })),
  'DELETE /payees/{id}': client(
    byId(async (_, owner) => accepted(await owner.post('/payees', { ...PAYEE, iban: nextIban() })).payee.id),
  ),
  'POST /payee-checks': client(() => ({ fields: { iban: TEST_IBAN, name: PAYEE.name } })),
  'GET /profile': client(nothing),
  'PUT /profile': client(() => ({ fields: { firstName: 'Alix', lastName: 'Fictif' } })),
  'GET /loans': client(nothing),
  'GET /loans/{id}': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/file': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/schedule.csv': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/statement.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/certificate.pdf': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/early-repayment-quote': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/early-repayment-quote.pdf': client(byId(ofCustomer('loanId'))),
  // The loan is not repaid: there is no certificate of it.
  'GET /loans/{id}/settlement.pdf': client(byId(ofCustomer('loanId')), { status: 404 }),
  'GET /loans/{id}/letters': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/letters/{file}': client(ofLetter),
  'GET /loans/{id}/difficulties': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/measures/{measureId}/information.pdf': client(ofMeasure()),
  'GET /loans/{id}/due-day-quote': client(ofLoan({ day: 5 })),
  'GET /loans/{id}/documents': client(byId(ofCustomer('loanId'))),
  'GET /loans/{id}/documents/{documentId}/content': client(ofDocument),

  'GET /notifications': signedIn(nothing),
  'POST /notifications/read': signedIn((bank, owner) => ({
    fields: { upTo: ofCustomer('notificationId')(bank, owner) },
  })),
  'GET /profile/preferences': signedIn(nothing),
  'PUT /profile/preferences': signedIn(() => ({ fields: { language: 'fr' } })),
  'GET /sessions': signedIn(nothing),
  'DELETE /sessions/{id}': signedIn(byId(ofCustomer('sessionId'))),
  'DELETE /sessions': signedIn(nothing, { isLast: true }),
  'GET /profile/export': signedIn(nothing),
  'GET /documents/personal-data.pdf': signedIn(nothing),
  'PUT /profile/password': signedIn(
    () => ({ fields: { currentPassword: TEST_PASSWORD, newPassword: 'quatre-mots-sans-rapport' } }),
    { isLast: true },
  ),
  'PUT /profile/email': signedIn(
    () => ({ fields: { currentPassword: TEST_PASSWORD, email: freshAddress() } }),
    { isLast: true },
  ),
  'POST /profile/email/confirmation': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'PUT /profile/email/proof': signedIn(nothing),
  'POST /profile/email/stop': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'GET /live': signedIn(nothing, { isStream: true }),

  'GET /admin/counts': staff(nothing),
  'GET /admin/overview': staff(nothing),
  'GET /admin/clients': staff(nothing),
  'GET /admin/clients/{id}': staff(byAccount()),
  'GET /admin/clients/{id}/timeline': staff(byAccount()),
  'POST /admin/clients/{id}/notes': staff(byAccount({ text: 'Rappelé ce matin.' })),
  'POST /admin/clients/{id}/credits': staff(
    byAccount({ amountMinor: 1_00, currency: 'EUR', description: 'Geste commercial' }),
  ),
  'GET /admin/iban-proposal': staff(nothing),
  'GET /admin/shared-ibans': staff(nothing),
  'PUT /admin/clients/{id}/iban': staff((bank, owner) =>
    byAccount({ iban: nextIban(), bankName: 'Banque du Marais' })(bank, owner),
  ),
  'POST /admin/clients/{id}/activation': staff(byAccount({ receivedMinor: 0 })),
  'POST /admin/clients/{id}/fees': staff(byAccount({ amountMinor: 5_00, description: 'Carte perdue' })),
  'GET /admin/fees': staff(nothing),
  'POST /admin/fees/{id}/settlement': staff(byId((bank, owner) => bank.newFee(owner))),
  'GET /admin/withdrawals': staff(nothing),
  'GET /admin/withdrawals/{id}': staff(byId(ofCustomer('withdrawalId'))),
  'POST /admin/withdrawals/{id}/decision': staff(async (bank, owner) => ({
    ids: { id: await bank.newWithdrawal(owner) },
    fields: { action: 'approve' },
  })),
  'GET /admin/withdrawals/batches': staff(nothing),
  'GET /admin/withdrawals/batches/{id}': staff((bank) => ({ ids: { id: bank.batchId } })),
  'GET /admin/withdrawals/batches/{id}/file.xml': staff((bank) => ({ ids: { id: bank.batchId } })),
  'POST /admin/withdrawals/sepa-export': staff(
    async (bank, owner) => ({ fields: { withdrawalIds: [await bank.newValidatedWithdrawal(owner)] } }),
    { missingStatus: 409 },
  ),
  'POST /admin/withdrawals/batches/{id}/execution': staff(byId((bank, owner) => bank.newBatch(owner))),
  'POST /admin/withdrawals/batches/{id}/cancellation': staff(byId((bank, owner) => bank.newBatch(owner))),
  'POST /admin/approval-requirements': staff(commandOn),
  'GET /admin/proposals': staff(() => ({ fields: { list: 'all' } })),
  'GET /admin/proposals/{id}': staff(async (bank) => ({ ids: { id: (await bank.newProposal()).id } })),
  // A demonstration with four eyes off asks nobody.
  'POST /admin/proposals': staff(
    (bank, owner) => ({ fields: { ...commandOn(bank, owner).fields, seen: {} } }),
    {
      status: 409,
    },
  ),
  'POST /admin/emergencies': staff(
    (bank, owner) => ({
      fields: {
        ...commandOn(bank, owner).fields,
        category: 'client-risk',
        reason: 'Le client attend son IBAN depuis une semaine.',
      },
    }),
    { status: 409 },
  ),
  'POST /admin/proposals/{id}/approval': staff(async (bank) => {
    const { id, inputHash } = await bank.newProposal();
    return { ids: { id }, fields: { inputHash } };
  }),
  'POST /admin/proposals/{id}/refusal': staff(async (bank) => ({
    ids: { id: (await bank.newProposal()).id },
    fields: { reason: 'Aucun justificatif.' },
  })),
  'POST /admin/proposals/{id}/withdrawal': staff(
    async (bank) => ({ ids: { id: (await bank.newProposal()).id } }),
    // It is another's: to this person there is none.
    { status: 404 },
  ),
  'POST /admin/proposals/{id}/review': staff(
    async (bank) => ({
      ids: { id: (await bank.newProposal()).id },
      fields: { outcome: 'ratify', reason: 'Le reçu est au dossier.' },
    }),
    // It waits for an approval: it was no emergency.
    { status: 409 },
  ),
  'PUT /admin/four-eyes': staff(() => ({ fields: { isOn: false } })),
  'GET /admin/policies': staff(nothing),
  'PUT /admin/policies/{operation}': staff(
    () => ({
      ids: { operation: 'clients.remove' },
      // Somebody changed it since it was seen.
      fields: { seenVersion: 9, rows: [{ above: -1, approvers: [['compliance']] }] },
    }),
    { status: 409 },
  ),
  'GET /admin/bank-accounts': staff(nothing),
  'POST /admin/bank-accounts': staff(() => ({
    fields: { iban: nextIban(), bankName: 'Banque du Marais', currency: 'CHF' },
  })),
  'POST /admin/bank-accounts/{id}/adoption': staff(async (bank) => ({
    ids: { id: await bank.newBankAccount() },
    fields: { openingMinor: 5_00, day: '2026-11-20' },
  })),
  'POST /admin/bank-accounts/{id}/adoption/approval': staff(byId((bank) => bank.newAdoption())),
  'GET /admin/bank-files': staff(nothing),
  'GET /admin/bank-files/{id}': staff(byId(async (bank) => (await bank.newBankFile()).fileId)),
  'POST /admin/bank-files': staff(() => ({
    file: new TextEncoder().encode(`<Document id="${nextIban()}"/>`),
  })),
  'GET /admin/bank-files/{id}/content': staff(byId(async (bank) => (await bank.newBankFile()).fileId)),
  'GET /admin/statements': staff(nothing),
  'GET /admin/statements/{id}': staff(byId(async (bank) => (await bank.newBankFile()).statementId)),
  'POST /admin/statements/{id}/release': staff(async (bank) => ({
    ids: { id: (await bank.newBankFile()).statementId },
    fields: { release: 'post' },
  })),
  'POST /admin/statements/{id}/release/approval': staff(byId((bank) => bank.newRelease())),
  'GET /admin/bank-lines': staff(nothing),
  'POST /admin/bank-lines/{id}/allocation': staff(async (bank, owner) => ({
    ids: { id: await bank.newBankLine() },
    fields: { parts: [{ kind: 'client', accountId: owner.accountId, amountMinor: 5_00 }] },
  })),
  'POST /admin/bank-lines/{id}/allocation/approval': staff(byId((bank) => bank.newReturnToSender())),
  'POST /admin/bank-lines/{id}/return': staff(async (bank) => ({
    ids: { id: await bank.newBankLine() },
    fields: { amountMinor: 5_00, reasonCode: 'CUST' },
  })),
  'POST /admin/bank-lines/{id}/justification': staff(async (bank) => ({
    ids: { id: await bank.newBankLine(-5_00) },
    fields: { target: 'bank-charges' },
  })),
  'GET /admin/reconciliation': staff(nothing),
  'POST /admin/reconciliation/explanation': staff(
    () => ({ fields: { currency: 'EUR', note: 'Vu avec la banque' } }),
    {
      status: 404,
    },
  ),
  'POST /admin/reconciliation/explanation/approval': staff(() => ({ fields: { currency: 'EUR' } }), {
    status: 404,
  }),
  'GET /admin/rates': staff(nothing),
  'GET /admin/trial-balance': staff(nothing),
  'GET /admin/find': staff(() => ({ fields: { q: 'Alix' } })),
  'PUT /admin/rates/{currencyCode}': staff(() => ({
    ids: { currencyCode: 'USD' },
    fields: { rate: '1.08', asOf: '2026-11-20' },
  })),
  'POST /admin/rates/import': staff(() => ({ fields: { text: ECB_FILE } })),
  'GET /admin/audit': staff(
    (_, owner) => ({
      fields: { clientId: owner.accountId, actorId: owner.userId },
    }),
    { missingStatus: 200 },
  ),
  'GET /admin/audit.csv': staff(
    (_, owner) => ({
      fields: { clientId: owner.accountId, actorId: owner.userId },
    }),
    { missingStatus: 200 },
  ),
  'GET /admin/audit/verification': staff(nothing),
  'GET /admin/jobs': staff(nothing),
  'GET /admin/role-holders': staff(() => ({ fields: { permission: 'loans.review' } })),
  'GET /admin/roles': staff(nothing),
  'PUT /admin/roles/{code}': staff(
    () => {
      serial += 1;
      return {
        ids: { code: `matrix-${serial}` },
        fields: { label: 'Essai', description: '', permissions: ['loans.review'], seenVersion: 0 },
      };
    },
    { status: 200 },
  ),
  'GET /admin/staff': staff(nothing),
  'POST /admin/staff': staff(() => ({
    fields: { email: freshAddress(), firstName: 'Sacha', lastName: 'Essai', roles: ['auditor'] },
  })),
  'GET /admin/staff/{id}': staff(byId((bank) => bank.newMember())),
  'PUT /admin/staff/{id}/roles': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { roles: ['auditor'] },
  })),
  'POST /admin/staff/{id}/suspension': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { reason: 'Absence longue' },
  })),
  'POST /admin/staff/{id}/resumption': staff(byId((bank) => bank.newMember('suspended'))),
  'POST /admin/staff/{id}/departure': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { reason: 'Fin de contrat' },
  })),
  'POST /admin/staff/{id}/invitation': staff(byId((bank) => bank.newMember('invited'))),
  'DELETE /admin/staff/{id}/invitation': staff(byId((bank) => bank.newMember('invited'))),
  'DELETE /admin/staff/{id}/sessions': staff(byId((bank) => bank.newMember())),
  'GET /staff-invitations/{token}': anyone(() => ({ ids: { token: 'x'.repeat(43) } }), { status: 400 }),
  'POST /staff-invitations/{token}': anyone(
    () => ({ ids: { token: 'x'.repeat(43) }, fields: { password: TEST_PASSWORD } }),
    { status: 400 },
  ),
  'GET /admin/loans': staff(nothing),
  'GET /admin/loans/{id}': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/schedule': staff(byId(ofCustomer('loanId'))),

  'GET /admin/loan-queues': staff(nothing),
  'GET /loans/{id}/recovery': client(byId(ofCustomer('loanId'))),
  // There is no letter of that id.
  'GET /loans/{id}/recovery-letters/{letterId}': client(ofNoLetter, { status: 404 }),
  'GET /admin/arrears': staff(nothing),
  'GET /admin/loan-queues/{queue}': staff(() => ({ ids: { queue: 'freezes' } })),
  'GET /admin/loans/{id}/recovery': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/recovery-letters/{letterId}': staff(ofNoLetter, { status: 404 }),
  // Nothing is late, no act was proposed, nothing was declared: well-formed, and refused for that.
  'POST /admin/loans/{id}/formal-notice': staff(ofLoan({}), { status: 409 }),
  'POST /admin/loans/{id}/acceleration': staff(ofLoan(NO_ACT), { status: 404 }),
  'POST /admin/loans/{id}/provisions': staff(ofLoan(NO_ACT), { status: 404 }),
  'POST /admin/loans/{id}/write-off': staff(ofLoan(NO_ACT), { status: 404 }),
  'POST /admin/loans/{id}/interest-forfeiture': staff(ofLoan(NO_ACT), { status: 404 }),
  'POST /admin/loans/{id}/recoveries': staff(ofLoan({ amountMinor: 1, document: 'Virement' }), {
    status: 409,
  }),
  'POST /admin/loans/{id}/freeze': staff(ofLoan({ action: 'unfreeze', document: 'Fin du dossier' }), {
    status: 409,
  }),
  'POST /admin/loans/{id}/ficp-declarations': staff(ofLoan({ action: 'declare' }), { status: 409 }),
  'GET /admin/loans/{id}/file': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/ficp-consultations/{consultationId}/proof': staff((bank, owner) => {
    const { loanId, consultationId } = owner.userId === bank.customer.userId ? bank.customer : bank.stranger;
    return { ids: { id: loanId, consultationId } };
  }),
  'GET /admin/loan-difficulties': staff(nothing),
  'GET /admin/loans/{id}/measures': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/measure-effect': staff(ofLoan({ kind: 'extension', months: 6 })),
  'GET /admin/loans/{id}/letters/{file}': staff(ofLetter),
  'GET /admin/loans/{id}/documents': staff(byId(ofCustomer('loanId'))),
  'GET /admin/loans/{id}/documents/{documentId}/content': staff(ofDocument),

  'GET /durable-medium-consent': client(nothing),
  'POST /durable-medium-consent': client(() => ({ fields: { canKeepPdf: true } })),
  'GET /loans/{id}/offer': client(byId(ofCustomer('loanId'))),
  'POST /retractions': anyone(() => ({
    fields: { name: 'Sacha Essai', reference: 'CTR-20261120-AAAAAAAA', email: freshAddress() },
  })),
  'GET /admin/loans/{id}/offer': staff(byId(ofCustomer('loanId'))),
  'GET /admin/retraction-declarations': staff(nothing),

  // No fee is asked of someone whose request is open (CMF L519-6), so the requests that stay open come last.
  'POST /admin/loans/{id}/decision': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { action: 'reject', reasonCode: 'insufficient-income' },
  })),
  'GET /loans/{id}/papers/{paperId}': client(async (bank, owner) => ({ ids: await bank.newOffer(owner) })),
  'GET /admin/loans/{id}/papers/{paperId}': staff(async (bank, owner) => ({
    ids: await bank.newOffer(owner),
  })),
  'GET /loans/{id}/contract.pdf': client(
    byId(async (bank, owner) => (await bank.newOffer(owner)).id),
    {
      status: 404,
    },
  ),
  'POST /loans/{id}/offer/decline': client(byId(async (bank, owner) => (await bank.newOffer(owner)).id)),
  'POST /loans/{id}/offer/acceptance': client(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: {
        amountMinor: 1_000_00,
        annualRateBps: 390,
        durationMonths: 12,
        setHash: '0'.repeat(64),
        hasReceivedPapers: true,
        keepsCopyWithSlip: true,
        acceptsOffer: true,
        dueDay: null,
        payoutChoice: 'earliest',
      },
    }),
    { status: 409, isSigned: true },
  ),
  'POST /loans/{id}/offer/confirmation': client(
    async (bank, owner) => ({ ids: { id: (await bank.newOffer(owner)).id }, fields: { stillWants: true } }),
    { status: 409, isSigned: true },
  ),
  'POST /loans/{id}/retraction': client(
    byId(async (bank, owner) => (await bank.newOffer(owner)).id),
    { status: 409 },
  ),
  'POST /loans/{id}/retraction/repayment': client(byId((bank, owner) => bank.newReturn(owner))),
  'POST /admin/loans/{id}/offer': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { seenPhase: 'submitted' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/agreement': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { action: 'agree', seenPhase: 'accepted' },
    }),
    { status: 409 },
  ),
  'POST /admin/loans/{id}/retraction': staff(
    async (bank, owner) => ({
      ids: { id: (await bank.newOffer(owner)).id },
      fields: { way: 'paper', sentOn: '2026-11-20', declarationId: '00000000-0000-4000-8000-000000000000' },
    }),
    { status: 409 },
  ),
  'POST /loans': client(() => ({ fields: LOAN_REQUEST })),
  // The request is not in repayment: well-formed, and refused for that.
  'POST /loans/{id}/payments': client(
    async (bank, owner) => ({ ids: { id: await bank.newLoan(owner) }, fields: { amountMinor: 1 } }),
    { status: 409 },
  ),
  'POST /loans/{id}/advance-return': client(
    async (bank, owner) => ({ ids: { id: await bank.newLoan(owner) } }),
    {
      status: 409,
    },
  ),
  // The sum is another one than is owed, and the figures of the measure are others than were seen.
  'POST /loans/{id}/early-repayments': client(ofLoan({ kind: 'whole', totalMinor: 1 }), { status: 409 }),
  'POST /loans/{id}/measures/{measureId}/acceptance': client(
    ofMeasure({ seenExtraInterestMinor: -1, seenEnd: '2030-01-01' }),
    { status: 409 },
  ),
  'POST /loans/{id}/measures/{measureId}/decline': client(ofMeasure()),
  'PUT /loans/{id}/due-day': client(ofLoan({ day: 5 })),
  'POST /loans/{id}/difficulties': client(ofLoan({ change: 'income', since: '2026-01-05', monthlyMinor: 0 })),
  'POST /admin/loans/{id}/measures': staff(
    ofLoan({ action: 'propose', kind: 'extension', months: 6, seenExtraInterestMinor: -1 }),
    { status: 409 },
  ),
  // The measure answered it.
  'POST /admin/loans/{id}/difficulties/{difficultyId}/answer': staff(
    (bank, owner) => ({
      ids: { id: ofCustomer('loanId')(bank, owner), difficultyId: ofCustomer('difficultyId')(bank, owner) },
      fields: { note: 'Vos revenus couvrent votre échéance.' },
    }),
    { status: 409 },
  ),
  'POST /loans/{id}/documents': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    file: TEST_PDF,
  })),
  'PUT /loans/{id}/dialogue-sheet': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { content: TEST_SHEET },
  })),
  'POST /loans/{id}/dialogue-sheet/confirmation': client(async (bank, owner) => {
    const id = await bank.newLoan(owner);
    const { sheet } = accepted(await owner.put(`/loans/${id}/dialogue-sheet`, { content: TEST_SHEET }));
    return { ids: { id }, fields: { version: sheet.version, sha256: sheet.sha256, isCertified: true } };
  }),
  'POST /loans/{id}/cancellation': client(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
  })),
  'POST /admin/loans/{id}/document-requests': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { kinds: ['identity'] },
  })),
  'POST /admin/loans/{id}/document-reviews': staff(async (bank, owner) => {
    const { id, documentId } = await bank.newDocument(owner);
    return { ids: { id }, fields: { documentId, outcome: 'rejected', rejection: 'unreadable' } };
  }),
  'POST /admin/loans/{id}/ficp-consultations': staff(async (bank, owner) => ({
    ids: { id: await bank.newLoan(owner) },
    fields: { searchKey: '280290FICTI', reference: 'BDF-2026-0002', outcome: 'nothing' },
  })),
  'POST /admin/loans/{id}/ficp-consultations/{consultationId}/proof': staff(async (bank, owner) => {
    const id = await bank.newLoan(owner);
    return { ids: { id, consultationId: await bank.newUnprovedConsultation(id) }, file: TEST_PDF };
  }),
  'DELETE /loans/{id}/documents/{documentId}': client(async (bank, owner) => ({
    ids: await bank.newDocument(owner),
  })),
  'DELETE /admin/clients/{id}/sessions': staff(byId(async (bank) => (await bank.newClient()).accountId)),
  'GET /admin/clients/{id}/removal': staff(byAccount()),
  'DELETE /admin/clients/{id}': staff(byId(async (bank) => (await bank.newClient()).accountId)),
};
