import type { NotificationKind } from '#domain/notifications/notification.ts';

/** The legal sentences a mail may carry, by the name of their translation in `locales/<language>/mails.json`. */
export type LegalName = 'creditWarning' | 'noPaymentBeforeLoan' | 'noPaymentToUnlock' | 'directLoan';

interface MailTemplateFacts {
  /** Where the button leads: a path of the site, or the address that the parameter `link` carries. */
  readonly leadsTo: { readonly path: string } | 'link';
  readonly legal: readonly LegalName[];
}

const section = (name: string) => ({ path: `/client-dashboard?section=${name}` });
const dashboard = { path: '/client-dashboard' };
const PROPOSALS = { path: '/admin-dashboard?tab=proposals' };

/** A credit warning goes with every credit figure, and nothing is paid before a loan (docs/rules.md, Honest by design 3 and 6). */
const LOAN_LEGAL = ['creditWarning', 'noPaymentBeforeLoan'] as const;

const NOTIFICATION_MAILS: Record<NotificationKind, MailTemplateFacts> = {
  'account-created': { leadsTo: dashboard, legal: [] },
  'account-activated': { leadsTo: dashboard, legal: [] },
  'account-credited': { leadsTo: dashboard, legal: [] },
  'iban-assigned': { leadsTo: section('profile'), legal: [] },
  'loan-requested': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-processing': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-approved': { leadsTo: section('loans'), legal: [...LOAN_LEGAL, 'directLoan'] },
  'loan-part-repaid': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-difficulty-received': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-difficulty-answered': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-measure-proposed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-measure-accepted': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-freeze-lifted': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-due-day-changed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-yearly-letter': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-measures-offered': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-formal-notice': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-accelerated': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-ficp-information': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-frozen': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-recovery-received': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-costs-taxed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-withdrawal-extended': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-interest-returned': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-rejected': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-documents-asked': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-document-rejected': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-cancelled': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-offered': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-declined': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-offer-expired': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-accepted': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-agreed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-agreed-late': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-lapsed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-paid-out': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-payout-account': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-payout-sent': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-withdrawal-right': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-withdrawn': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-sum-returned': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-instalment-announced': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-instalment-missed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-indemnity-charged': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-payment-received': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'loan-repaid': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'withdrawal-requested': { leadsTo: section('transfers'), legal: [] },
  'withdrawal-held': { leadsTo: section('transfers'), legal: ['noPaymentToUnlock'] },
  'withdrawal-processing': { leadsTo: section('transfers'), legal: [] },
  'withdrawal-approved': { leadsTo: section('transfers'), legal: [] },
  'withdrawal-completed': { leadsTo: dashboard, legal: [] },
  'withdrawal-rejected': { leadsTo: section('transfers'), legal: ['noPaymentToUnlock'] },
  'withdrawal-returned': { leadsTo: section('transfers'), legal: ['noPaymentToUnlock'] },
  'recall-received': { leadsTo: section('transfers'), legal: [] },
  'recall-answered': { leadsTo: section('transfers'), legal: [] },
  'withdrawal-cancelled': { leadsTo: section('transfers'), legal: [] },
  'movement-reversed': { leadsTo: section('transactions'), legal: [] },
  'receipt-taken-back': { leadsTo: section('transactions'), legal: [] },
  'receipt-claimed': { leadsTo: dashboard, legal: [] },
  'receivable-repaid': { leadsTo: section('transactions'), legal: [] },
  'receivable-given-up': { leadsTo: section('transactions'), legal: [] },
  'receivable-reopened': { leadsTo: dashboard, legal: [] },
  'dispute-received': { leadsTo: section('transactions'), legal: [] },
  'dispute-refunded': { leadsTo: section('transactions'), legal: [] },
  'dispute-settled': { leadsTo: section('transactions'), legal: [] },
  'dispute-under-review': { leadsTo: section('transactions'), legal: [] },
  'standing-order-made': { leadsTo: section('transfers'), legal: [] },
  'standing-order-changed': { leadsTo: section('transfers'), legal: [] },
  'standing-order-ended': { leadsTo: section('transfers'), legal: [] },
  'standing-order-tomorrow': { leadsTo: section('transfers'), legal: [] },
  'standing-order-executed': { leadsTo: section('transfers'), legal: [] },
  'standing-order-failed': { leadsTo: section('transfers'), legal: ['noPaymentToUnlock'] },
  'standing-order-suspended': { leadsTo: section('transfers'), legal: [] },
  'standing-order-ending': { leadsTo: section('transfers'), legal: [] },
  'mandate-signed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'mandate-changed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'mandate-suspended': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'mandate-resumed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'mandate-ended': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'direct-debit-announced': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'direct-debit-failed': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'direct-debit-given': { leadsTo: section('loans'), legal: LOAN_LEGAL },
  'limit-lowered': { leadsTo: section('transfers'), legal: [] },
  'limit-raise-asked': { leadsTo: section('transfers'), legal: [] },
  'limit-raise-cancelled': { leadsTo: section('transfers'), legal: [] },
  'limit-raised': { leadsTo: section('transfers'), legal: [] },
  'fee-created': { leadsTo: section('fees'), legal: ['noPaymentBeforeLoan'] },
  'fee-declared': { leadsTo: section('fees'), legal: ['noPaymentBeforeLoan'] },
  'fee-paid': { leadsTo: section('fees'), legal: ['noPaymentBeforeLoan'] },
  'password-changed': { leadsTo: { path: '/auth' }, legal: [] },
  'phone-changed': { leadsTo: section('profile'), legal: [] },
  'email-changed': { leadsTo: dashboard, legal: [] },
  'second-factor-on': { leadsTo: { path: '/auth' }, legal: [] },
  'second-factor-off': { leadsTo: { path: '/auth' }, legal: [] },
  'passkey-added': { leadsTo: { path: '/auth' }, legal: [] },
  'passkey-removed': { leadsTo: { path: '/auth' }, legal: [] },
  'app-removed': { leadsTo: { path: '/auth' }, legal: [] },
  'recovery-codes-renewed': { leadsTo: { path: '/auth' }, legal: [] },
  'recovery-code-used': { leadsTo: { path: '/auth' }, legal: [] },
};

/** Every mail the product sends: one per notification, and those that carry a link of their own. */
export const MAIL_TEMPLATES = {
  ...NOTIFICATION_MAILS,
  'password-reset': { leadsTo: 'link', legal: [] },
  'email-confirmation': { leadsTo: 'link', legal: [] },
  'email-change': { leadsTo: 'link', legal: [] },
  'email-change-known': { leadsTo: 'link', legal: [] },
  'email-change-asked': { leadsTo: 'link', legal: [] },
  'sign-up-known': { leadsTo: 'link', legal: [] },
  'newsletter-confirmation': { leadsTo: 'link', legal: [] },
  'newsletter-welcome': { leadsTo: 'link', legal: [] },
  'newsletter-already': { leadsTo: 'link', legal: [] },
  'staff-invited': { leadsTo: 'link', legal: [] },
  'staff-administrator-added': { leadsTo: { path: '/admin-login' }, legal: [] },
  'staff-rights-changed': { leadsTo: { path: '/admin-login' }, legal: [] },
  'proposals-waiting': { leadsTo: PROPOSALS, legal: [] },
  'emergencies-waiting': { leadsTo: PROPOSALS, legal: [] },
  'proposal-executed': { leadsTo: PROPOSALS, legal: [] },
  'proposal-refused': { leadsTo: PROPOSALS, legal: [] },
  'proof-failed': { leadsTo: { path: '/admin-dashboard?tab=statements&view=reconciliation' }, legal: [] },
  'tasks-idle': { leadsTo: { path: '/admin-dashboard' }, legal: [] },
  'proposal-stale': { leadsTo: PROPOSALS, legal: [] },
  'proposal-expired': { leadsTo: PROPOSALS, legal: [] },
  'enquiry-received': { leadsTo: { path: '/verifier' }, legal: [] },
  'withdrawal-declared': { leadsTo: { path: '/verifier' }, legal: [] },
} as const satisfies Record<string, MailTemplateFacts>;

export type MailTemplate = keyof typeof MAIL_TEMPLATES;

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_TEMPLATES, name);
}
