import type { Permission } from '../operations.ts';

/** The roles of the product beside `admin`, which holds every permission (STAFF-9). */
export const DEFAULT_ROLE_CODES = [
  'adviser',
  'credit-analyst',
  'credit-manager',
  'payments',
  'accountant',
  'compliance',
  'auditor',
  'technical-admin',
] as const;
export type DefaultRoleCode = (typeof DEFAULT_ROLE_CODES)[number];

const ADVISER = 'adviser';
const ANALYST = 'credit-analyst';
const MANAGER = 'credit-manager';
const PAYMENTS = 'payments';
const ACCOUNTANT = 'accountant';
const COMPLIANCE = 'compliance';
const AUDITOR = 'auditor';
const TECHNICAL = 'technical-admin';

const EVERYONE = DEFAULT_ROLE_CODES;
const BUSINESS = [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR] as const;
const CREDIT = [ANALYST, MANAGER] as const;
/** Those who work on the file of a loan before the decision. */
const LOAN_FILE = [ADVISER, ANALYST, MANAGER, COMPLIANCE] as const;
const FICP = [ANALYST, MANAGER, COMPLIANCE] as const;
const WITHDRAWAL_READERS = [ADVISER, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR] as const;
const BATCH_READERS = [PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR] as const;
const MESSAGE_READERS = [ADVISER, ANALYST, MANAGER, PAYMENTS, COMPLIANCE, AUDITOR] as const;
const MESSAGE_WRITERS = [ADVISER, ANALYST, MANAGER, PAYMENTS, COMPLIANCE] as const;
const STAFF_READERS = [MANAGER, COMPLIANCE, AUDITOR, TECHNICAL] as const;

/** Those who work on files: all but who only reads, and who runs the system. */
const WORKERS = [ADVISER, ANALYST, MANAGER, PAYMENTS, COMPLIANCE] as const;
const PROPOSERS = [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, TECHNICAL] as const;
/** Those who may do something to one row that may be done to many. */
const BULK = [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE] as const;
const APPROVERS = [MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE] as const;

/**
 * Which default roles hold each permission (STAFF-10, the table of operations and roles). A new operation of the staff needs its row here:
 * the type refuses a table without it. A role that the staff changed on the screen « Rôles » does not gain it by itself.
 */
export const HOLDERS: Readonly<Record<Permission, readonly DefaultRoleCode[]>> = {
  'overview.administrator': EVERYONE,
  'overview.counts': EVERYONE,
  'overview.find': EVERYONE,
  'overview.clientTimeline': BUSINESS,
  'overview.trialBalance': [MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR, TECHNICAL],

  'clients.list': BUSINESS,
  'clients.show': BUSINESS,
  'clients.addNote': [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE],
  'clients.endSessions': [ADVISER, MANAGER, PAYMENTS, COMPLIANCE, TECHNICAL],
  'clients.removal': [COMPLIANCE],
  'clientAlerts.show': WITHDRAWAL_READERS,
  'clientAlerts.setWarning': [ADVISER, PAYMENTS, COMPLIANCE],
  'clientAlerts.legalBlocks': [COMPLIANCE],
  'clientAlerts.setLegalBlock': [COMPLIANCE],
  'clients.remove': [COMPLIANCE],

  'accounts.activate': [ADVISER, MANAGER, PAYMENTS, COMPLIANCE],
  'accounts.assignIban': [PAYMENTS],
  'accounts.proposeIban': [PAYMENTS],
  'accounts.sharedIbans': [PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR],
  'accounts.credit': [PAYMENTS, ACCOUNTANT],

  'fees.review': [ADVISER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR],
  'fees.create': [ADVISER, PAYMENTS],
  'fees.settle': [PAYMENTS, ACCOUNTANT],

  'loans.review': BUSINESS,
  'loans.reviewOne': BUSINESS,
  'loans.reviewSchedule': BUSINESS,
  'loans.reviewPostings': BUSINESS,
  'loans.decide.process': [ADVISER, ANALYST, MANAGER],
  'loans.decide.reject': [ANALYST, MANAGER, COMPLIANCE],
  'loans.decide.approve': CREDIT,
  'loanQueues.list': BUSINESS,
  'loanQueues.show': BUSINESS,
  'loanPapers.reviewLetter': BUSINESS,

  'loanOffers.review': BUSINESS,
  'loanOffers.reviewPaper': BUSINESS,
  'loanOffers.declarations': BUSINESS,
  'loanOffers.issue': CREDIT,
  'loanOffers.decideAgreement.agree': [MANAGER],
  'loanOffers.decideAgreement.refuse': [MANAGER],
  'loanOffers.verifyPayoutAccount': [MANAGER, PAYMENTS],
  'loanOffers.extendWithdrawal': [MANAGER, COMPLIANCE],
  'loanOffers.closeContract': CREDIT,
  'loanOffers.answerDeclaration': CREDIT,

  'loanFile.review': BUSINESS,
  'loanFile.askDocuments': LOAN_FILE,
  'loanFile.reviewDocument': LOAN_FILE,
  'loanFile.consultFicp': FICP,
  'loanFile.keepFicpProof': FICP,
  'loanFile.openFicpProof': FICP,
  'loanFile.openFicpOutcome': [COMPLIANCE],
  'loanDocuments.review': [...LOAN_FILE, AUDITOR],
  'loanDocuments.open': LOAN_FILE,

  'loanTransmissions.send': [ADVISER, ANALYST, MANAGER],
  'loanTransmissions.recordAnswer': [ADVISER, ANALYST, MANAGER],
  'loanTransmissions.close': [ADVISER, ANALYST, MANAGER],
  'loanTransmissions.openPaper': LOAN_FILE,

  'loanRepayments.queue': BUSINESS,
  'loanRepayments.review': BUSINESS,
  'loanRepayments.measureEffect': CREDIT,
  'loanRepayments.measure.propose': CREDIT,
  'loanRepayments.measure.impose': CREDIT,
  'loanRepayments.answer': CREDIT,

  'loanRecovery.arrears': BUSINESS,
  'loanRecovery.review': BUSINESS,
  'loanRecovery.reviewLetter': BUSINESS,
  'loanRecovery.formalNotice': CREDIT,
  'loanRecovery.accelerate': [MANAGER],
  'loanRecovery.provide': [ACCOUNTANT],
  'loanRecovery.writeOff': [MANAGER],
  'loanRecovery.forfeitInterest': [MANAGER, COMPLIANCE],
  'loanRecovery.taxCosts': CREDIT,
  'loanRecovery.recover': [ACCOUNTANT],
  'loanRecovery.freeze.freeze': [MANAGER],
  'loanRecovery.freeze.unfreeze': [MANAGER],
  'loanRecovery.declareFicp.declare': CREDIT,
  'loanRecovery.declareFicp.delete': CREDIT,

  'withdrawals.review': WITHDRAWAL_READERS,
  'withdrawals.reviewOne': WITHDRAWAL_READERS,
  'withdrawals.decide.process': [PAYMENTS],
  'withdrawals.decide.approve': [PAYMENTS],
  'withdrawals.decide.reject': [PAYMENTS, COMPLIANCE],
  'withdrawals.holds': WITHDRAWAL_READERS,
  'withdrawals.decideHold.release': [PAYMENTS, COMPLIANCE],
  'withdrawals.decideHold.refuse': [PAYMENTS, COMPLIANCE],
  'withdrawals.decide.complete': [PAYMENTS],
  'transferLimits.review': WITHDRAWAL_READERS,
  'transferLimits.lower': [ADVISER, PAYMENTS, COMPLIANCE],
  'withdrawals.recordBankRefusal': [PAYMENTS],
  'withdrawalBatches.list': BATCH_READERS,
  'withdrawalBatches.show': BATCH_READERS,
  'withdrawalBatches.file': [PAYMENTS],
  'withdrawalBatches.export': [PAYMENTS],
  'withdrawalBatches.execute': [PAYMENTS],
  'withdrawalBatches.cancel': [PAYMENTS],
  'mandates.review': WITHDRAWAL_READERS,
  'mandates.reviewPaper': WITHDRAWAL_READERS,
  'mandates.suspend': [ADVISER, PAYMENTS],
  'mandates.resume': [PAYMENTS],
  'mandates.recordCall': [ADVISER, PAYMENTS],
  'directDebits.list': BATCH_READERS,
  'directDebits.show': BATCH_READERS,
  'directDebits.failures': WITHDRAWAL_READERS,
  'directDebits.file': [PAYMENTS],
  'directDebits.export': [PAYMENTS],
  'directDebits.settle': [PAYMENTS],
  'directDebits.cancel': [PAYMENTS],
  'directDebits.recordFailure': [PAYMENTS],
  'recalls.review': WITHDRAWAL_READERS,
  'recalls.record': [PAYMENTS],
  'recalls.follow': [PAYMENTS],

  'proposals.requirements': EVERYONE,
  'proposals.list': EVERYONE,
  'proposals.show': EVERYONE,
  'proposals.create': PROPOSERS,
  'proposals.withdraw': PROPOSERS,
  'proposals.approve': APPROVERS,
  'proposals.refuse': APPROVERS,
  'proposals.emergency': [MANAGER, PAYMENTS, COMPLIANCE],
  'proposals.review': [MANAGER, COMPLIANCE],
  'proposals.toggle': [COMPLIANCE],
  'policies.list': [MANAGER, COMPLIANCE, AUDITOR, TECHNICAL],
  'policies.change': [COMPLIANCE],

  'tasks.take': WORKERS,
  'tasks.release': WORKERS,
  'tasks.assign': [MANAGER, COMPLIANCE],
  'tasks.colleagues': BUSINESS,
  'tasks.mine': EVERYONE,
  'queues.list': EVERYONE,
  'bulk.start': BULK,
  'bulk.stop': BULK,
  'bulk.resume': BULK,
  'bulk.list': BULK,
  'bulk.show': BULK,
  'bulk.report': BULK,
  // Views of one's own change nothing that others see.
  'views.list': EVERYONE,
  'views.save': EVERYONE,
  'views.change': EVERYONE,
  'views.remove': EVERYONE,
  'views.share': [MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE],
  'lists.export': [MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR],

  'bankAccounts.list': BATCH_READERS,
  'bankAccounts.create': [ACCOUNTANT],
  'bankAccounts.adopt': [ACCOUNTANT],
  'bankFiles.list': BATCH_READERS,
  'bankFiles.show': BATCH_READERS,
  'bankFiles.add': [PAYMENTS, ACCOUNTANT],
  'bankFiles.open': [PAYMENTS, ACCOUNTANT, COMPLIANCE],
  'statements.list': BATCH_READERS,
  'statements.show': BATCH_READERS,
  'statements.release': [PAYMENTS, ACCOUNTANT],
  'corrections.showPosting': BATCH_READERS,
  'corrections.reverse': [PAYMENTS, ACCOUNTANT],
  'corrections.create': [PAYMENTS],
  'corrections.disputes': BATCH_READERS,
  'corrections.decideDispute.refund': [PAYMENTS],
  'corrections.decideDispute.bear': [PAYMENTS, ACCOUNTANT],
  'corrections.decideDispute.suspect': [PAYMENTS, COMPLIANCE],
  'corrections.receivables': BATCH_READERS,
  'corrections.giveUp': [PAYMENTS, ACCOUNTANT],
  'bankLines.list': BATCH_READERS,
  'bankLines.allocate': [PAYMENTS],
  'bankLines.return': [PAYMENTS],
  'bankLines.justify': [PAYMENTS, ACCOUNTANT],
  'reconciliation.show': EVERYONE,
  'reconciliation.explain': [ACCOUNTANT],

  'enquiries.review': MESSAGE_READERS,
  'enquiries.reviewOne': MESSAGE_READERS,
  'enquiries.close': MESSAGE_WRITERS,
  'enquiries.remove': [ADVISER, COMPLIANCE],

  'parameters.list': EVERYONE,
  'parameters.change': [COMPLIANCE],
  'rates.list': [MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR, TECHNICAL],
  'rates.change': [ACCOUNTANT],
  'rates.import': [ACCOUNTANT],

  'audit.list': [ACCOUNTANT, COMPLIANCE, AUDITOR, TECHNICAL],
  'audit.verification': [ACCOUNTANT, COMPLIANCE, AUDITOR, TECHNICAL],
  'audit.export': [COMPLIANCE, AUDITOR],
  'jobs.list': [AUDITOR, TECHNICAL],

  'roles.holders': EVERYONE,
  'roles.list': STAFF_READERS,
  'roles.define': [TECHNICAL],
  'staff.list': STAFF_READERS,
  'staff.show': STAFF_READERS,
  'staff.invite': [TECHNICAL],
  'staff.renewInvitation': [TECHNICAL],
  'staff.cancelInvitation': [TECHNICAL],
  'staff.changeRoles': [TECHNICAL],
  'staff.suspend': [COMPLIANCE, TECHNICAL],
  'staff.resume': [TECHNICAL],
  'staff.leave': [COMPLIANCE, TECHNICAL],
  'staff.endSessions': [COMPLIANCE, TECHNICAL],
  'staff.endSession': [COMPLIANCE, TECHNICAL],
  'staff.endTeamSessions': [COMPLIANCE, TECHNICAL],
  'staff.changeLimits': [TECHNICAL],
  'staff.changeDetails': [TECHNICAL],
  // One's own; of a colleague with the right to take links back.
  'staff.declareLink': [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE, TECHNICAL],
  'staff.removeLink': [COMPLIANCE],

  'fields.ficpOutcome': FICP,
  'fields.fullIban': [PAYMENTS, ACCOUNTANT, COMPLIANCE, AUDITOR],
  'fields.identityDocuments': LOAN_FILE,
  'fields.income': [...LOAN_FILE, AUDITOR],
  'fields.notes': [ADVISER, ANALYST, MANAGER, PAYMENTS, ACCOUNTANT, COMPLIANCE],
  'fields.staffNames': EVERYONE,
};

/** The permissions of a default role, in the order of the table. */
export function permissionsOfDefault(code: DefaultRoleCode): readonly Permission[] {
  return (Object.keys(HOLDERS) as Permission[]).filter((permission) => HOLDERS[permission].includes(code));
}
