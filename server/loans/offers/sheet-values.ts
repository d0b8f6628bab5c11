import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import words from '#locales/fr/loan-file.json' with { type: 'json' };
import { dayInFrench } from '../../papers/paper-language.ts';
import { fill } from '../../papers/words.ts';
import type { SheetRow } from '../file/file-queries.ts';

/** A month (YYYY-MM) as a form writes it: « 04/2029 ». */
const monthInDigits = (month: string) => month.split('-').reverse().join('/');

/** The values of the copy of a certified sheet, in French (LC-32). @param currency of the loan, in whose minor units the sheet is. */
export function sheetValues(sheet: SheetRow, currency: CurrencyCode): Record<string, string> {
  const { content, knownLoans } = sheet;
  const { resources, charges } = content;
  const amount = (amountMinor: number) => formatMoney({ amountMinor, currency }, 'fr-FR');
  const other = (minor: number, label: string) => (minor > 0 ? `${amount(minor)} (${label})` : amount(minor));
  const line = (instalment: number, remaining: number, endMonth: string) =>
    fill(words.sheet.loanLine, {
      instalment: amount(instalment),
      remaining: amount(remaining),
      end: monthInDigits(endMonth),
    });
  const loans = [
    ...content.currentLoans.map(
      (loan) =>
        `${words.sheet.loanKinds[loan.kind]}, ${loan.lender}\u00a0: ${line(loan.instalmentMinor, loan.remainingMinor, loan.endMonth)}`,
    ),
    ...knownLoans.map(
      (loan) =>
        `${loan.purpose} (${words.sheet.known.toLowerCase()})\u00a0: ${line(loan.instalmentMinor, loan.remainingMinor, loan.endMonth)}`,
    ),
  ];
  return {
    maritalStatus: words.sheet.maritalStatuses[content.maritalStatus],
    dependants: String(content.dependants),
    housing: words.sheet.housings[content.housing],
    employment: words.sheet.employments[content.employment],
    employedSince: monthInDigits(content.employedSince),
    salary: amount(resources.salaryMinor),
    pension: amount(resources.pensionMinor),
    allocations: amount(resources.allocationsMinor),
    rents: amount(resources.rentsMinor),
    alimonyReceived: amount(resources.alimonyReceivedMinor),
    otherResources: other(resources.otherMinor, resources.otherLabel),
    rentOrHousingLoan: amount(charges.rentOrHousingLoanMinor),
    alimonyPaid: amount(charges.alimonyPaidMinor),
    taxes: amount(charges.taxesMinor),
    otherCharges: other(charges.otherMinor, charges.otherLabel),
    currentLoans: loans.length > 0 ? `${loans.join('. ')}.` : `${words.sheet.noCurrentLoan}.`,
    repaysDebts: content.repaysDebts ? words.sheet.yes : words.sheet.no,
    certifiedOn: sheet.confirmedAt ? dayInFrench(sheet.confirmedAt) : '',
    sheetVersion: String(sheet.version),
  };
}
