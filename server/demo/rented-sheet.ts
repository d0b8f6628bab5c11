import type { DialogueSheet } from '#domain/loans/solvency.ts';

/** A dialogue sheet of somebody who rents. Monthly amounts in minor units. */
export const sheetOf = (
  salaryMinor: number,
  rentMinor: number,
  household: Partial<Pick<DialogueSheet, 'maritalStatus' | 'dependants' | 'employment' | 'employedSince'>>,
): DialogueSheet => ({
  maritalStatus: 'single',
  dependants: 0,
  housing: 'tenant',
  employment: 'permanent',
  employedSince: '2019-09',
  ...household,
  resources: {
    salaryMinor,
    pensionMinor: 0,
    allocationsMinor: 0,
    rentsMinor: 0,
    alimonyReceivedMinor: 0,
    otherMinor: 0,
    otherLabel: '',
  },
  charges: {
    rentOrHousingLoanMinor: rentMinor,
    alimonyPaidMinor: 0,
    taxesMinor: 4_000,
    otherMinor: 0,
    otherLabel: '',
  },
  currentLoans: [],
  hasNoCurrentLoan: true,
  repaysDebts: false,
});
