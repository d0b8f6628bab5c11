/**
 * Every refusal the product can answer: a stable code and the HTTP status it travels with. The French and English sentence of a
 * code stands in `locales/<language>/errors.json` under the same name; parameters fill its placeholders.
 */
export const REFUSALS = {
  'request.invalid': 400,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.too-many': 429,
  'idempotency.key-required': 400,
  'idempotency.key-reused': 409,
  'auth.required': 401,
  'auth.invalid-credentials': 401,
  'auth.forbidden': 403,
  'auth.admin-required': 403,
  'auth.permission-required': 403,
  'auth.suspended': 403,
  'auth.foreign-origin': 403,
  'auth.too-many-attempts': 429,
  'auth.session-locked': 429,
  'auth.too-many-mails': 429,
  'auth.email-taken': 409,
  'auth.weak-password': 400,
  'auth.invalid-token': 400,
  'auth.wrong-password': 400,
  'auth.wrong-code': 400,
  'auth.wrong-passkey': 400,
  'auth.second-factor-required': 401,
  'auth.second-factor-missing': 403,
  'auth.second-factor-active': 409,
  'auth.second-factor-inactive': 409,
  'auth.second-factor-needed': 409,
  'auth.too-many-passkeys': 409,
  'auth.confirmation-required': 403,
  'not-found': 404,
  'sign-up.details-missing': 409,
  'sign-up.already-complete': 409,
  'sign-up.look-in-mailbox': 409,
  'account.already-activated': 409,
  'account.invalid-iban': 400,
  'account.iban-changed': 409,
  'account.iban-taken': 409,
  'account.iban-of-the-house': 409,
  'transfer.same-account': 409,
  'account.deposit-while-loan-open': 409,
  'account.none': 409,
  'loan.under-age': 409,
  'loan.outside-terms': 400,
  'loan.euro-only': 409,
  'loan.already-decided': 409,
  'loan.reason-required': 400,
  'loan.wrong-phase': 409,
  'loan.contract-required': 409,
  'loan.status-forbids': 409,
  'loan.locked-until': 409,
  'loan.other-person-required': 409,
  'file.incomplete': 409,
  'file.ficp-missing': 409,
  'client.paper-required': 409,
  'usury.quarter-missing': 409,
  'usury.above': 409,
  'offer.template-missing': 409,
  'offer.expired': 409,
  'offer.changed': 409,
  'offer.unopened': 409,
  'agreement.too-late': 409,
  'loan.books-differ': 409,
  'collection.insufficient': 409,
  'repayment.above-balance': 409,
  'retraction.too-late': 409,
  'loan.in-arrears': 409,
  'loan.due-day-changed': 409,
  'repayment.figures-changed': 409,
  'repayment.day-too-far': 400,
  'difficulty.already-told': 409,
  'difficulty.already-answered': 409,
  'measure.not-open': 409,
  'measure.impossible': 409,
  'measure.figures-changed': 409,
  'loan.frozen': 409,
  'notice.running': 409,
  'notice.not-possible': 409,
  'acceleration.not-possible': 409,
  'recovery.already-proposed': 409,
  'recovery.decided': 409,
  'recovery.other-person-required': 409,
  'provision.not-doubtful': 409,
  'provision.above-claim': 409,
  'forfeiture.above-received': 409,
  'freeze.none': 409,
  'ficp.none': 409,
  'ficp.too-early': 409,
  'document.unknown-type': 415,
  'document.too-large': 413,
  'document.empty': 400,
  'document.damaged': 400,
  'document.infected': 400,
  'document.too-slow': 408,
  'document.too-many': 409,
  'document.request-decided': 409,
  'document.upload-under-way': 429,
  'document.too-many-uploads': 429,
  'document.verified': 409,
  'file.empty': 400,
  'file.too-large': 413,
  'statement.not-waiting': 409,
  'file.sheet-changed': 409,
  'file.proof-kept': 409,
  'withdrawal.insufficient-funds': 409,
  'withdrawal.already-decided': 409,
  'withdrawal.not-cancellable': 409,
  'withdrawal.reason-required': 400,
  'withdrawal.invalid-iban': 409,
  'withdrawal.in-batch': 409,
  'staff.own-access': 409,
  'staff.last-manager': 409,
  'staff.email-taken': 409,
  'staff.invitation-expired': 400,
  'staff.role-conflict': 409,
  'staff.wrong-status': 409,
  'role.changed': 409,
  'client.is-oneself': 409,
  'client.last-administrator': 409,
  'client.removed': 404,
  'client.in-batch': 409,
  'client.has-loan': 409,
  'client.has-loan-request': 409,
  'client.has-debt': 409,
  'client.has-withdrawals': 409,
  'transfer.currency-differs': 409,
  'transfer.payee-unavailable': 409,
  'transfer.payee-check-required': 409,
  'payee-check.too-many': 429,
  'payee-check.expired': 409,
  'batch.recipient-missing': 409,
  'batch.not-exportable': 409,
  'batch.house-account-missing': 409,
  'batch.already-closed': 409,
  'batch.total-differs': 409,
  'batch.file-gone': 404,
  'fee.loan-open': 409,
  'fee.already-declared': 409,
  'fee.already-settled': 409,
  'approval.same-person': 409,
  'reconciliation.open': 409,
  'line.not-returnable': 409,
  'line.sum-differs': 409,
  'line.already-allocated': 409,
  'bank-account.kept-by-statements': 409,
  'enquiry.already-answered': 409,
  'rate.unknown': 409,
  'rate.file-unreadable': 400,
  'rate.change-too-large': 409,
  'audit.export-too-large': 409,
  'ledger.insufficient-balance': 409,
  'ledger.balance-too-high': 409,
  'service.unavailable': 503,
  'service.busy': 503,
  'service.fault': 500,
} as const;

/** The stable code of a refusal, part of the public API. */
export type RefusalCode = keyof typeof REFUSALS;

/** Values that fill the placeholders of the refusal's sentence. Nothing secret: they travel to the browser. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/** A field at fault: its name in the request and the catalogue key of the sentence to show beside it. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly params?: RefusalParams;
}

/**
 * Thrown by a use case to refuse. The transaction around it is rolled back and the caller gets problem details with this code.
 * Anything else that is thrown is a fault of ours and answers 500 without its message.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly params: RefusalParams;
  readonly fields: readonly FieldFault[];

  constructor(code: RefusalCode, params: RefusalParams = {}, fields: readonly FieldFault[] = []) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }

  get status(): number {
    return REFUSALS[this.code];
  }
}
