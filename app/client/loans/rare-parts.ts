/** What few loans show, fetched together with the first that does: a recovery, a measure that waits for its client. */
export { default as LoanRecovery } from './recovery/loan-recovery.tsx';
export { MeasureProposal } from './repayments/measure-proposal.tsx';
