import { accountRoutes } from './accounts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { passwordResetRoutes } from './auth/passwords/password-reset-routes.ts';
import { sessionRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor/second-factor-routes.ts';
import { clientAlertRoutes } from './clients/alert-routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { signUpRoutes } from './clients/sign-up-routes.ts';
import { correctionRoutes } from './corrections/routes.ts';
import { bulkRoutes } from './desk/bulk/routes.ts';
import { queueRoutes } from './desk/routes.ts';
import { viewRoutes } from './desk/views/routes.ts';
import { loanPaperRoutes } from './documents/loan-paper-routes.ts';
import { recoveryLetterRoutes } from './documents/recovery-letter-routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { enquiryRoutes } from './enquiries/routes.ts';
import { feeRoutes } from './fees/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { os } from './http/context.ts';
import { jobRoutes } from './jobs/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { loanDocumentRoutes } from './loans/document-routes.ts';
import { loanFileRoutes } from './loans/file/file-routes.ts';
import { loanOfferRoutes } from './loans/offers/routes.ts';
import { loanQueueRoutes } from './loans/queue-routes.ts';
import { loanRecoveryRoutes } from './loans/recovery/routes.ts';
import { loanRepaymentRoutes } from './loans/repayments/routes.ts';
import { loanRoutes } from './loans/routes.ts';
import { loanServicingRoutes } from './loans/servicing/routes.ts';
import { loanTransmissionRoutes } from './loans/transmission/routes.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { directDebitRoutes, mandateRoutes } from './mandates/routes.ts';
import { notificationRoutes } from './notifications/notifications-routes.ts';
import { liveRoutes } from './notifications/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { parameterRoutes } from './parameters/routes.ts';
import { payeeCheckRoutes, payeeRoutes } from './payees/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { policyRoutes, proposalRoutes } from './proposals/routes.ts';
import { rateRoutes } from './rates/routes.ts';
import { invitationRoutes } from './staff/invitation-routes.ts';
import { roleRoutes } from './staff/role-routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { bankAccountRoutes } from './statements/accounts/routes.ts';
import { bankFileRoutes, statementRoutes } from './statements/files/routes.ts';
import { bankLineRoutes, reconciliationRoutes } from './statements/lines/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { withdrawalBatchRoutes } from './withdrawals/batch-routes.ts';
import { transferLimitRoutes } from './withdrawals/limits/routes.ts';
import { recallRoutes } from './withdrawals/recalls/routes.ts';
import { withdrawalRoutes } from './withdrawals/routes.ts';
import { standingOrderRoutes } from './withdrawals/standing-orders/routes.ts';

/** Every route of the contract bound to its handler; one that is missing does not type-check. */
export const router = os.router({
  health: healthRoutes,
  session: sessionRoutes,
  secondFactor: secondFactorRoutes,
  passwordReset: passwordResetRoutes,
  signUp: signUpRoutes,
  overview: overviewRoutes,
  accounts: accountRoutes,
  loans: loanRoutes,
  loanServicing: loanServicingRoutes,
  loanTransmissions: loanTransmissionRoutes,
  loanDocuments: loanDocumentRoutes,
  loanFile: loanFileRoutes,
  loanQueues: loanQueueRoutes,
  loanOffers: loanOfferRoutes,
  loanRepayments: loanRepaymentRoutes,
  loanRecovery: { ...loanRecoveryRoutes, ...recoveryLetterRoutes },
  loanPapers: loanPaperRoutes,
  payees: payeeRoutes,
  payeeChecks: payeeCheckRoutes,
  withdrawals: withdrawalRoutes,
  standingOrders: standingOrderRoutes,
  transferLimits: transferLimitRoutes,
  withdrawalBatches: withdrawalBatchRoutes,
  recalls: recallRoutes,
  mandates: mandateRoutes,
  directDebits: directDebitRoutes,
  bankAccounts: bankAccountRoutes,
  bankFiles: bankFileRoutes,
  statements: statementRoutes,
  bankLines: bankLineRoutes,
  reconciliation: reconciliationRoutes,
  corrections: correctionRoutes,
  fees: feeRoutes,
  clients: clientRoutes,
  clientAlerts: clientAlertRoutes,
  parameters: parameterRoutes,
  rates: rateRoutes,
  audit: auditRoutes,
  jobs: jobRoutes,
  proposals: proposalRoutes,
  policies: policyRoutes,
  roles: roleRoutes,
  staff: staffRoutes,
  staffInvitations: invitationRoutes,
  tasks: taskRoutes,
  queues: queueRoutes,
  bulk: bulkRoutes,
  views: viewRoutes,
  lists: listRoutes,
  enquiries: enquiryRoutes,
  notifications: notificationRoutes,
  profile: profileRoutes,
  documents: documentRoutes,
  mailbox: mailboxRoutes,
  live: liveRoutes,
});
