import * as z from 'zod/mini';
import { simulationTerms } from '#domain/loans/simulation-terms.ts';
import { transactionFilter } from './accounts.ts';
import { languageCode } from './profile.ts';
import { route } from './route.ts';
import { file, id } from './values.ts';

const tag = 'Documents';

/** A month as a statement's file is named: `2026-10.pdf`. */
const statementFile = z.string().check(z.regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])\.pdf$/, 'validation.date'));

/** The language of a document: one of those of the client area, French otherwise. Names, amounts and what was typed stay as they are. */
export const ofLanguage = { language: z.optional(languageCode) };

export const documentsContract = {
  rib: route({
    method: 'GET',
    path: '/documents/rib.pdf',
    summary: "The account's bank details (RIB) as a PDF, once an IBAN is assigned",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject(ofLanguage))
    .output(file('application/pdf')),
  statement: route({
    method: 'GET',
    path: '/documents/statements/{file}',
    summary:
      'The statement of a month as a PDF: `file` is the month, YYYY-MM.pdf, from the opening of the account to now',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ file: statementFile, ...ofLanguage }))
    .output(file('application/pdf')),
  feeReceipt: route({
    method: 'GET',
    path: '/documents/fees/{id}/receipt.pdf',
    summary: 'The receipt of a paid fee as a PDF',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, ...ofLanguage }))
    .output(file('application/pdf')),
  movementNotice: route({
    method: 'GET',
    path: '/documents/transactions/{id}/notice.pdf',
    summary: 'The notice of a movement as a PDF: of a transfer that left, the notice of its execution',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, ...ofLanguage }))
    .output(file('application/pdf')),
  loanSimulation: route({
    method: 'GET',
    path: '/documents/loan-simulation.pdf',
    summary: 'A simulation of the public site as a PDF, with its exact schedule; the amount is in euro cents',
    tag,
    access: 'anyone',
    refusals: ['request.too-many'],
  })
    .input(z.strictObject({ ...simulationTerms.shape, ...ofLanguage }))
    .output(file('application/pdf')),
  personalData: route({
    method: 'GET',
    path: '/documents/personal-data.pdf',
    summary: 'Everything kept about the person, as a PDF to read (GDPR, article 15)',
    tag,
    access: 'signed-in',
  })
    .input(z.strictObject(ofLanguage))
    .output(file('application/pdf')),
  transactions: route({
    method: 'GET',
    path: '/documents/transactions.csv',
    summary:
      "The client's movements as a CSV file (UTF-8, semicolons, decimal comma), searched and filtered as in the list",
    tag,
    access: 'client',
  })
    .input(z.strictObject({ ...transactionFilter, ...ofLanguage }))
    .output(file('text/csv')),
  movements: route({
    method: 'GET',
    path: '/documents/transactions.pdf',
    summary: "The client's movements as a PDF, searched and filtered as in the list",
    tag,
    access: 'client',
  })
    .input(z.strictObject({ ...transactionFilter, ...ofLanguage }))
    .output(file('application/pdf')),
};
