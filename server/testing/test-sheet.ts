import type { DialogueSheet } from '#domain/loans/solvency.ts';
import type { Answer, Person } from './test-bank.ts';

/** A dialogue sheet of somebody alone who rents and repays nothing. */
export const TEST_SHEET: DialogueSheet = {
  maritalStatus: 'single',
  dependants: 0,
  housing: 'tenant',
  employment: 'permanent',
  employedSince: '2021-04',
  resources: {
    salaryMinor: 2_000_00,
    pensionMinor: 0,
    allocationsMinor: 0,
    rentsMinor: 0,
    alimonyReceivedMinor: 0,
    otherMinor: 0,
    otherLabel: '',
  },
  charges: {
    rentOrHousingLoanMinor: 600_00,
    alimonyPaidMinor: 0,
    taxesMinor: 40_00,
    otherMinor: 0,
    otherLabel: '',
  },
  currentLoans: [],
  hasNoCurrentLoan: true,
  repaysDebts: false,
};

/** The same person, who repays a credit and a tax with the loan asked for (LC-24). */
export const CONSOLIDATION_SHEET: DialogueSheet = {
  ...TEST_SHEET,
  currentLoans: [
    {
      kind: 'revolving',
      lender: 'Crédit Exemple',
      instalmentMinor: 90_00,
      remainingMinor: 1_400_00,
      endMonth: '2029-06',
      isRepaid: true,
    },
  ],
  hasNoCurrentLoan: false,
  repaysDebts: true,
  otherDebts: [{ kind: 'taxes', amountMinor: 640_00, dueOn: '2027-01-15' }],
};

/** Saves a sheet and confirms it, as its client. */
export async function confirmTestSheet(
  client: Person,
  loanId: string,
  content: DialogueSheet = TEST_SHEET,
): Promise<Answer> {
  const saved = await client.put(`/loans/${loanId}/dialogue-sheet`, { content });
  if (saved.status !== 200) return saved;
  const { version, sha256 } = saved.body.sheet;
  return client.post(`/loans/${loanId}/dialogue-sheet/confirmation`, { version, sha256, isCertified: true });
}
