import * as z from 'zod/mini';
import { ofLanguage } from './documents.ts';
import { route } from './route.ts';
import { byId, day, file, id } from './values.ts';

const tag = 'Loan papers';

/** A year as a letter's file is named: `2026.pdf`. */
const letterFile = z.string().check(z.regex(/^(19|20|21)\d{2}\.pdf$/, 'validation.date'));
const period = z.strictObject({ id, from: z.optional(day), to: z.optional(day), ...ofLanguage });
const ofLoan = z.strictObject({ id, ...ofLanguage });
const ofPeriod = { refusals: ['not-found', 'request.invalid'] } as const;

export const loanPapersContract = {
  schedule: route({
    method: 'GET',
    path: '/loans/{id}/schedule.pdf',
    summary:
      'The running schedule of a loan as a PDF, free at any time (LC-67); without dates while it is not paid out',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(file('application/pdf')),
  scheduleFile: route({
    method: 'GET',
    path: '/loans/{id}/schedule.csv',
    summary: 'The running schedule of a loan as a CSV file (UTF-8, semicolons, decimal comma)',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(file('text/csv')),
  statement: route({
    method: 'GET',
    path: '/loans/{id}/statement.pdf',
    summary: 'What happened to a loan in a period, from its payout to today unless said otherwise (LC-106)',
    tag,
    access: 'client',
    ...ofPeriod,
  })
    .input(period)
    .output(file('application/pdf')),
  certificate: route({
    method: 'GET',
    path: '/loans/{id}/certificate.pdf',
    summary: 'A certificate that the loan runs: its terms and the capital left today (LC-106)',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(file('application/pdf')),
  quote: route({
    method: 'GET',
    path: '/loans/{id}/early-repayment-quote.pdf',
    summary: 'What repaying the whole loan costs on a day, as a PDF that is valid until that day (LC-96)',
    tag,
    access: 'client',
    refusals: ['not-found', 'loan.wrong-phase', 'repayment.day-too-far'],
  })
    .input(z.strictObject({ id, day: z.optional(day), ...ofLanguage }))
    .output(file('application/pdf')),
  settlement: route({
    method: 'GET',
    path: '/loans/{id}/settlement.pdf',
    summary: 'The certificate that a loan is repaid and nothing is owed (LC-99)',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(ofLoan)
    .output(file('application/pdf')),
  measure: route({
    method: 'GET',
    path: '/loans/{id}/measures/{measureId}/information.pdf',
    summary:
      'The information on a proposed measure: what it is, its calendar, its cost, how to complain (LC-87, R312-14-1)',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, measureId: id }))
    .output(file('application/pdf')),
  letters: route({
    method: 'GET',
    path: '/loans/{id}/letters',
    summary: 'The years of which there is a yearly information on the capital left (LC-105), the last first',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ letters: z.array(z.object({ year: z.int(), capitalMinor: z.int() })) })),
  letter: route({
    method: 'GET',
    path: '/loans/{id}/letters/{file}',
    summary: 'The yearly information on the capital left, as it was given: `file` is the year, YYYY.pdf',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, file: letterFile }))
    .output(file('application/pdf')),
  reviewLetter: route({
    method: 'GET',
    path: '/admin/loans/{id}/letters/{file}',
    summary: 'The same for the staff, who send it on paper where no mail may go',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, file: letterFile }))
    .output(file('application/pdf')),
};
