// Longer than 400 lines: one table, a line for each operation.

/**
 * What an operation does to money.
 * `moves`: it writes into the books. The ledger refuses to post for any other.
 * `directs`: it decides where money will go, or tells a bank to send it, without writing into the books.
 * `revalues`: it changes what money is worth.
 * `none`: nothing of the kind.
 */
export type MoneyEffect = 'moves' | 'directs' | 'revalues' | 'none';

/** What the server has to know of an operation before it runs it. */
interface OperationRow {
  /** Who may call it, as its route declares. An operation of the staff needs the permission of its own name. */
  readonly by: 'anyone' | 'signed-in' | 'client' | 'staff';
  readonly money: MoneyEffect;
  /** Whether the person proves once more who they are, for exactly this call (decision 0012). */
  readonly isConfirmed: boolean;
  /**
   * Whether the confirmation is a signature (LC-47): it is asked for however fresh the sign-in is, and in a live institution with a second
   * factor.
   */
  readonly isSigned?: true;
  /** The area of the audit trail in which its lines stand; null when it leaves none. */
  readonly audit: string | null;
}

/** An operation of the staff that only reads. */
const READING = { by: 'staff', money: 'none', isConfirmed: false, audit: null } as const;

/**
 * Every operation of the staff, and every operation of others that creates something. Its name is the name of its route in `contract/`;
 * where a route does several things its `action` is part of the name. The same name is the permission, the line of the audit trail and the
 * operation of an idempotency key. A route without a line here does not run: the server refuses to start (`server/http/declared-operations.ts`).
 */
export const OPERATIONS = {
  'signUp.chooseAccount': { by: 'signed-in', money: 'none', isConfirmed: false, audit: null },
  'enquiries.send': { by: 'anyone', money: 'none', isConfirmed: false, audit: null },
  'loans.request': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'loanServicing.pay': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  'loanServicing.returnAdvance': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'loanDocuments.add': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // A strong confirmation of what the sheet says (LC-18).
  'loanFile.confirmSheet': { by: 'client', money: 'none', isConfirmed: true, audit: null },
  'loanFile.cancel': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'loans.accept': { by: 'client', money: 'none', isConfirmed: true, isSigned: true, audit: null },
  // Where the money of a loan will go (LC-6).
  'loanOffers.givePayoutAccount': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'loanOffers.decline': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'loanOffers.confirmLateAgreement': {
    by: 'client',
    money: 'none',
    isConfirmed: true,
    isSigned: true,
    audit: null,
  },
  'loanOffers.consentToPdf': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // A right that asks for no second proof (LC-54).
  'loanOffers.withdraw': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'loanOffers.declareWithdrawal': { by: 'anyone', money: 'none', isConfirmed: false, audit: null },
  'loanOffers.returnSum': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  'loanRepayments.repay': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  'loanRepayments.tellDifficulty': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // A remission of capital, and the interest accrued before the new schedule, are posted.
  'loanRepayments.acceptMeasure': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  'loanRepayments.declineMeasure': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // A transfer to another client of the house is posted at once (PAY-34).
  'withdrawals.request': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  // It says whom an order pays (PAY-11).
  'withdrawals.nameRecipient': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  // What goes there is asked about and confirmed with each order.
  'payeeChecks.ask': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'payees.save': { by: 'client', money: 'none', isConfirmed: true, audit: null },
  'payees.change': { by: 'client', money: 'none', isConfirmed: true, audit: null },
  // Transfers will leave by themselves: made, changed and ended with a confirmation (PAY-44).
  'standingOrders.create': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'standingOrders.change': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'standingOrders.pause': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'standingOrders.resume': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'standingOrders.end': { by: 'client', money: 'none', isConfirmed: true, audit: null },
  // A lower limit holds at once and asks for nothing; a raise is confirmed and waits (PAY-58).
  'transferLimits.change.lower': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'transferLimits.change.raise': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  // Limits of instant transfers hold at once, and are chosen with a confirmation (PAY-43).
  'transferLimits.changeInstant': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'transferLimits.change.cancel': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // Nothing holds before it is signed; a revocation is a right that asks for no second proof (PAY-68).
  'mandates.draft': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'mandates.sign': { by: 'client', money: 'directs', isConfirmed: true, isSigned: true, audit: null },
  'mandates.revoke': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'withdrawals.cancel': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  // A right that asks for no second proof (CMF L133-24).
  'corrections.dispute': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'corrections.repay': { by: 'client', money: 'moves', isConfirmed: true, audit: null },
  // What goes back is ordered as a transfer and leaves when staff validate it (PAY-42).
  'recalls.ask': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'recalls.askInformation': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'recalls.answer.accept': { by: 'client', money: 'directs', isConfirmed: true, audit: null },
  'recalls.answer.refuse': { by: 'client', money: 'none', isConfirmed: false, audit: null },
  'fees.declarePaid': { by: 'client', money: 'none', isConfirmed: false, audit: null },

  'overview.administrator': READING,
  'overview.counts': READING,
  'overview.find': READING,
  'overview.clientTimeline': READING,
  'overview.trialBalance': READING,
  'clients.list': READING,
  'clients.show': READING,
  'clients.addNote': { by: 'staff', money: 'none', isConfirmed: false, audit: 'clients' },
  'clients.endSessions': { by: 'staff', money: 'none', isConfirmed: false, audit: 'clients' },
  'clients.removal': READING,
  'clientAlerts.show': READING,
  'clientAlerts.legalBlocks': READING,
  'clientAlerts.setWarning': { by: 'staff', money: 'none', isConfirmed: false, audit: 'clients' },
  // It lets no money leave, and none in.
  'clientAlerts.setLegalBlock': { by: 'staff', money: 'none', isConfirmed: false, audit: 'clients' },
  'clients.remove': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'clients' },
  'accounts.credit': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'accounts' },
  'accounts.activate': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'accounts' },
  'accounts.proposeIban': READING,
  'accounts.sharedIbans': READING,
  'accounts.assignIban': { by: 'staff', money: 'directs', isConfirmed: true, audit: 'accounts' },
  'loans.review': READING,
  'loans.reviewOne': READING,
  'loans.reviewSchedule': READING,
  'loans.reviewPostings': READING,
  'loans.decide.approve': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loans.decide.process': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loans.decide.reject': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanOffers.review': READING,
  'loanOffers.reviewPaper': READING,
  'loanOffers.declarations': READING,
  'loanOffers.issue': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanOffers.decideAgreement.agree': { by: 'staff', money: 'directs', isConfirmed: true, audit: 'loans' },
  'loanOffers.decideAgreement.refuse': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  // LC-56: its line says that a contract was closed.
  'loanOffers.verifyPayoutAccount': { by: 'staff', money: 'directs', isConfirmed: true, audit: 'loans' },
  'loanOffers.answerDeclaration': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanOffers.extendWithdrawal': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanOffers.closeContract': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRepayments.queue': READING,
  'loanRepayments.review': READING,
  'loanRepayments.measureEffect': READING,
  'loanRepayments.measure.propose': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRepayments.measure.impose': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRepayments.answer': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRecovery.arrears': READING,
  'loanRecovery.review': READING,
  'loanRecovery.reviewLetter': READING,
  'loanRecovery.formalNotice': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRecovery.accelerate': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRecovery.provide': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRecovery.writeOff': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRecovery.forfeitInterest': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRecovery.taxCosts': { by: 'staff', money: 'none', isConfirmed: true, audit: 'loans' },
  'loanRecovery.recover': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  // The interest accrued after the day of receivability is taken back.
  'loanRecovery.freeze.freeze': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'loans' },
  'loanRecovery.freeze.unfreeze': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRecovery.declareFicp.declare': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanRecovery.declareFicp.delete': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanPapers.reviewLetter': READING,
  'loanDocuments.review': READING,
  // It reads, and the trail says who saw a client's document.
  'loanDocuments.open': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanFile.review': READING,
  'loanFile.askDocuments': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanFile.reviewDocument': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanFile.consultFicp': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanFile.keepFicpProof': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  // It reads, and the trail says who saw the proof.
  'loanFile.openFicpProof': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  // What it said, for compliance with a reason (STAFF-5).
  'loanFile.openFicpOutcome': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  // An intermediary hands a request to a lender, and records what it answers (LC-6).
  'loanTransmissions.send': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanTransmissions.recordAnswer': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanTransmissions.close': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  // It reads, and the trail says who took a client's file out of the house.
  'loanTransmissions.openPaper': { by: 'staff', money: 'none', isConfirmed: false, audit: 'loans' },
  'loanQueues.list': READING,
  'loanQueues.show': READING,
  'withdrawals.review': READING,
  'withdrawals.reviewOne': READING,
  // A validated transfer leaves by its execution, or by the file that a bank gets: both are confirmed.
  'withdrawals.decide.approve': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawals.decide.process': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawals.decide.reject': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  // What is let go counts as validated; what others approve of a validation they approve of this (FOUR-22).
  'withdrawals.decideHold.release': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawals.decideHold.refuse': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawals.holds': READING,
  'transferLimits.review': READING,
  // It lets less money leave.
  'transferLimits.lower': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  // Of a transfer that has not left: its amount is held no longer.
  'withdrawals.recordBankRefusal': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawals.decide.complete': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'withdrawals' },
  'withdrawalBatches.list': READING,
  'withdrawalBatches.show': READING,
  // It reads, and the trail says who took a file out of the house.
  'withdrawalBatches.file': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawalBatches.export': { by: 'staff', money: 'directs', isConfirmed: true, audit: 'withdrawals' },
  'withdrawalBatches.execute': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'withdrawals' },
  'recalls.review': READING,
  'recalls.record': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'recalls.follow': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'withdrawalBatches.cancel': { by: 'staff', money: 'none', isConfirmed: false, audit: 'withdrawals' },
  'mandates.review': READING,
  'mandates.reviewPaper': READING,
  'mandates.suspend': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'mandates.resume': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'mandates.recordCall': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'directDebits.list': READING,
  'directDebits.show': READING,
  'directDebits.failures': READING,
  // As for transfers.
  'directDebits.file': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'directDebits.export': { by: 'staff', money: 'directs', isConfirmed: true, audit: 'bank' },
  'directDebits.settle': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'directDebits.cancel': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'directDebits.recordFailure': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'tasks.take': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'tasks.assign': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'tasks.release': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'tasks.colleagues': READING,
  'tasks.mine': READING,
  'queues.list': READING,
  // It reads, and the trail says who took it out of the house.
  'lists.export': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  // Confirmed when the operation that it repeats is (`mustConfirm`).
  'bulk.start': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'tasks' },
  'bulk.stop': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'bulk.resume': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'bulk.list': READING,
  'bulk.show': READING,
  'bulk.report': READING,
  'views.list': READING,
  'views.save': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'views.change': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'views.share': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  'views.remove': { by: 'staff', money: 'none', isConfirmed: false, audit: 'tasks' },
  // It reads, with a body because a command is one.
  'proposals.requirements': READING,
  'proposals.list': READING,
  'proposals.show': READING,
  'proposals.create': { by: 'staff', money: 'none', isConfirmed: true, audit: 'proposals' },
  // The last approval executes the command in the name of its maker.
  'proposals.approve': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'proposals' },
  'proposals.refuse': { by: 'staff', money: 'none', isConfirmed: false, audit: 'proposals' },
  'proposals.withdraw': { by: 'staff', money: 'none', isConfirmed: false, audit: 'proposals' },
  'proposals.emergency': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'proposals' },
  'proposals.review': { by: 'staff', money: 'none', isConfirmed: false, audit: 'proposals' },
  'proposals.toggle': { by: 'staff', money: 'none', isConfirmed: false, audit: 'proposals' },
  'policies.list': READING,
  'policies.change': { by: 'staff', money: 'none', isConfirmed: true, audit: 'proposals' },
  'bankAccounts.list': READING,
  'bankAccounts.create': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'bankAccounts.adopt': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'bankFiles.list': READING,
  'bankFiles.show': READING,
  // What a statement says is posted by the job that reads it.
  'bankFiles.add': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  // It reads, and the trail says who took a file out of the house.
  'bankFiles.open': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'statements.list': READING,
  'statements.show': READING,
  'statements.release': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'bankLines.list': READING,
  'bankLines.allocate': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'bankLines.return': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'bankLines.justify': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'bank' },
  'corrections.showPosting': READING,
  'corrections.reverse': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'corrections' },
  'corrections.create': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'corrections' },
  'corrections.disputes': READING,
  'corrections.decideDispute.refund': {
    by: 'staff',
    money: 'moves',
    isConfirmed: true,
    audit: 'corrections',
  },
  'corrections.decideDispute.bear': {
    by: 'staff',
    money: 'moves',
    isConfirmed: true,
    audit: 'corrections',
  },
  'corrections.decideDispute.suspect': {
    by: 'staff',
    money: 'none',
    isConfirmed: false,
    audit: 'corrections',
  },
  'corrections.receivables': READING,
  'corrections.giveUp': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'corrections' },
  'reconciliation.show': READING,
  'reconciliation.explain': { by: 'staff', money: 'none', isConfirmed: false, audit: 'bank' },
  'fees.review': READING,
  'fees.create': { by: 'staff', money: 'none', isConfirmed: false, audit: 'fees' },
  'fees.settle': { by: 'staff', money: 'moves', isConfirmed: true, audit: 'fees' },
  'enquiries.review': READING,
  'enquiries.reviewOne': READING,
  'enquiries.close': { by: 'staff', money: 'none', isConfirmed: false, audit: 'enquiries' },
  'enquiries.remove': { by: 'staff', money: 'none', isConfirmed: false, audit: 'enquiries' },
  'parameters.list': READING,
  'parameters.change': { by: 'staff', money: 'none', isConfirmed: true, audit: 'parameters' },
  'rates.list': READING,
  'rates.change': { by: 'staff', money: 'revalues', isConfirmed: true, audit: 'rates' },
  'rates.import': { by: 'staff', money: 'revalues', isConfirmed: true, audit: 'rates' },
  'audit.list': READING,
  'audit.verification': READING,
  'jobs.list': READING,
  'roles.holders': READING,
  'roles.list': READING,
  'roles.define': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.list': READING,
  'staff.show': READING,
  'staff.invite': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.renewInvitation': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.cancelInvitation': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.changeRoles': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.suspend': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.resume': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.leave': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.endSessions': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.endSession': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.endTeamSessions': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.changeLimits': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.changeDetails': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.declareLink': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  'staff.removeLink': { by: 'staff', money: 'none', isConfirmed: false, audit: 'staff' },
  // It reads, and the trail says who took it out of the house.
  'audit.export': { by: 'staff', money: 'none', isConfirmed: false, audit: 'audit' },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type Operation = keyof typeof OPERATIONS;

/** The operations whose line holds the given values. */
type OperationWith<Row> = {
  [Name in Operation]: (typeof OPERATIONS)[Name] extends Row ? Name : never;
}[Operation];

export type ConfirmedOperation = OperationWith<{ isConfirmed: true }>;
export type StaffOperation = OperationWith<{ by: 'staff' }>;

/**
 * Fields of answers that need a permission of their own (STAFF-5). Without it the field is absent from the answer, and the person neither
 * searches, sorts nor exports by it.
 */
export const FIELD_PERMISSIONS = [
  'fields.ficpOutcome',
  'fields.fullIban',
  'fields.identityDocuments',
  'fields.income',
  'fields.notes',
  'fields.staffNames',
] as const;
export type FieldPermission = (typeof FIELD_PERMISSIONS)[number];

/** What a member of the staff may be allowed: each operation of the staff, by its name, and each guarded field. */
export type Permission = StaffOperation | FieldPermission;
export type AuditedOperation = OperationWith<{ audit: string }>;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly Operation[];
export const STAFF_OPERATIONS = OPERATION_NAMES.filter(isStaffOperation);
export const PERMISSIONS: readonly Permission[] = [...STAFF_OPERATIONS, ...FIELD_PERMISSIONS];
export const CONFIRMED_OPERATIONS = OPERATION_NAMES.filter(isConfirmed);

/** Says whether an operation changes nothing: neither money nor a line of the audit trail. */
export function isReading(operation: Operation): boolean {
  const { money, audit } = OPERATIONS[operation];
  return money === 'none' && audit === null;
}

/** What changes nothing but how the person finds their own lists: who only reads may do it. */
const OF_ONESELF: readonly Operation[] = ['views.save', 'views.change', 'views.remove'];

/** Says whether an operation changes something that others see. */
export function writesForOthers(operation: Operation): boolean {
  return !isReading(operation) && !OF_ONESELF.includes(operation);
}

/** The areas of the audit trail that hold lines of operations. */
export type AuditedArea = NonNullable<(typeof OPERATIONS)[Operation]['audit']>;

/** The area of the audit trail in which an operation's lines stand; null when it leaves none. */
export function auditAreaOf(operation: Operation): AuditedArea | null {
  return OPERATIONS[operation].audit;
}

/** Says whether an operation must be confirmed. */
export function isConfirmed(operation: Operation | null): operation is ConfirmedOperation {
  return operation !== null && OPERATIONS[operation].isConfirmed;
}

/** Says whether its confirmation is a signature. */
export function isSigned(operation: ConfirmedOperation): boolean {
  return 'isSigned' in OPERATIONS[operation];
}

/** Says whether an operation may write into the books. */
export function movesMoney(operation: Operation | null): boolean {
  return operation !== null && OPERATIONS[operation].money === 'moves';
}

function isOperation(text: string): text is Operation {
  return Object.hasOwn(OPERATIONS, text);
}

/** The operations of a route, by its name: one, or one for each of its actions; none for a route without a line. */
export function operationsOf(route: string): readonly Operation[] {
  return isOperation(route) ? [route] : OPERATION_NAMES.filter((name) => name.startsWith(`${route}.`));
}

/** The operation that a call names exactly: by its route, or by its route and its input's action. Null when the action cannot be read. */
export function namedOperationOf(route: string, input: unknown): Operation | null {
  if (isOperation(route)) return route;
  const action = input && typeof input === 'object' && 'action' in input ? input.action : null;
  const precise = typeof action === 'string' ? `${route}.${action}` : route;
  return isOperation(precise) ? precise : null;
}

/**
 * The operation that a call of a route is, from the route's name and the call's input, whatever that input is. An action that cannot be
 * read is refused later; until then the call counts as the operation of the route that asks for most. Null for a route without a line.
 */
export function operationOf(route: string, input: unknown): Operation | null {
  const named = namedOperationOf(route, input);
  if (named) return named;
  const ofRoute = operationsOf(route);
  return ofRoute.find((name) => OPERATIONS[name].money !== 'none') ?? ofRoute[0] ?? null;
}

/**
 * The permissions that a call of the staff needs, all of them: its operation's, or every permission of its route while its action cannot be
 * read. Empty for an operation of others.
 */
export function permissionsFor(route: string, input: unknown): readonly StaffOperation[] {
  const named = namedOperationOf(route, input);
  return (named ? [named] : operationsOf(route)).filter(isStaffOperation);
}

/** Says whether a text names an operation of the staff. */
export function isStaffOperation(text: string): text is StaffOperation {
  return isOperation(text) && OPERATIONS[text].by === 'staff';
}

const PERMISSION_NAMES: ReadonlySet<string> = new Set(PERMISSIONS);

/** Says whether a text names a permission. */
export function isPermission(text: string): text is Permission {
  return PERMISSION_NAMES.has(text);
}
