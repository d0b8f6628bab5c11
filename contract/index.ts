import { accountsContract } from './accounts.ts';
import { auditContract } from './audit.ts';
import { bankAccountsContract } from './bank-accounts.ts';
import { bankFilesContract } from './bank-files.ts';
import { bankLinesContract } from './bank-lines.ts';
import { bulkContract } from './bulk.ts';
import { clientAlertsContract } from './client-alerts.ts';
import { clientsContract } from './clients.ts';
import { correctionsContract } from './corrections.ts';
import { documentsContract } from './documents.ts';
import { enquiriesContract } from './enquiries.ts';
import { feesContract } from './fees.ts';
import { healthContract } from './health.ts';
import { jobsContract } from './jobs.ts';
import { listsContract } from './lists.ts';
import { liveContract } from './live.ts';
import { loanDocumentsContract } from './loan-documents.ts';
import { loanFileContract } from './loan-file.ts';
import { loanOffersContract } from './loan-offers.ts';
import { loanPapersContract } from './loan-papers.ts';
import { loanQueuesContract } from './loan-queues.ts';
import { loanRecoveryContract } from './loan-recovery.ts';
import { loanRepaymentsContract } from './loan-repayments.ts';
import { loanServicingContract } from './loan-servicing.ts';
import { loanTransmissionsContract } from './loan-transmissions.ts';
import { loansContract } from './loans.ts';
import { mailboxContract } from './mailbox.ts';
import { directDebitsContract, mandatesContract } from './mandates.ts';
import { notificationsContract } from './notifications.ts';
import { overviewContract } from './overview.ts';
import { parametersContract } from './parameters.ts';
import { passwordResetContract } from './password-reset.ts';
import { payeeChecksContract, payeesContract } from './payees.ts';
import { profileContract } from './profile.ts';
import { policiesContract, proposalsContract } from './proposals.ts';
import { queuesContract } from './queues.ts';
import { ratesContract } from './rates.ts';
import { recallsContract } from './recalls.ts';
import { reconciliationContract } from './reconciliation.ts';
import { rolesContract } from './roles.ts';
import { secondFactorContract } from './second-factor.ts';
import { sessionContract } from './session.ts';
import { signUpContract } from './sign-up.ts';
import { staffContract, staffInvitationsContract } from './staff.ts';
import { standingOrdersContract } from './standing-orders.ts';
import { statementsContract } from './statements.ts';
import { tasksContract } from './tasks.ts';
import { transferLimitsContract } from './transfer-limits.ts';
import { viewsContract } from './views.ts';
import { withdrawalBatchesContract } from './withdrawal-batches.ts';
import { withdrawalsContract } from './withdrawals.ts';

/** Everything that can be asked of the server. The browser's client, the server's router and the API document all follow it. */
export const contract = {
  health: healthContract,
  session: sessionContract,
  secondFactor: secondFactorContract,
  passwordReset: passwordResetContract,
  signUp: signUpContract,
  overview: overviewContract,
  accounts: accountsContract,
  loans: loansContract,
  loanServicing: loanServicingContract,
  loanTransmissions: loanTransmissionsContract,
  loanDocuments: loanDocumentsContract,
  loanFile: loanFileContract,
  loanQueues: loanQueuesContract,
  loanOffers: loanOffersContract,
  loanRepayments: loanRepaymentsContract,
  loanRecovery: loanRecoveryContract,
  loanPapers: loanPapersContract,
  payees: payeesContract,
  payeeChecks: payeeChecksContract,
  withdrawals: withdrawalsContract,
  standingOrders: standingOrdersContract,
  transferLimits: transferLimitsContract,
  withdrawalBatches: withdrawalBatchesContract,
  recalls: recallsContract,
  mandates: mandatesContract,
  directDebits: directDebitsContract,
  bankAccounts: bankAccountsContract,
  bankFiles: bankFilesContract,
  statements: statementsContract,
  bankLines: bankLinesContract,
  reconciliation: reconciliationContract,
  corrections: correctionsContract,
  fees: feesContract,
  clients: clientsContract,
  clientAlerts: clientAlertsContract,
  parameters: parametersContract,
  rates: ratesContract,
  audit: auditContract,
  jobs: jobsContract,
  proposals: proposalsContract,
  policies: policiesContract,
  roles: rolesContract,
  staff: staffContract,
  staffInvitations: staffInvitationsContract,
  tasks: tasksContract,
  queues: queuesContract,
  lists: listsContract,
  bulk: bulkContract,
  views: viewsContract,
  enquiries: enquiriesContract,
  notifications: notificationsContract,
  profile: profileContract,
  documents: documentsContract,
  mailbox: mailboxContract,
  live: liveContract,
};

export type Contract = typeof contract;
