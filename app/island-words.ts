import type { IslandName } from './page/island.tsx';

/**
 * The words that each island may show, as keys of the catalogues or parts of them. The build writes one file of words per island and language and fails
 * when the code of an island names a word that is not declared here (tools/page/island-words.ts). No browser loads this list.
 */

/** Words of every island: messages, and what is shown when one breaks. */
export const wordsOfAll: readonly string[] = ['common.messages', 'common.close', 'common.broken'];

/** The sentences of the fields that every schema may have (domain/fields.ts). */
const fields = ['required', 'tooLong', 'text', 'email', 'phone'].map((name) => `validation.${name}`);
/** What a form shows whatever it asks for (app/form/form.ts). */
const form = [
  ...fields,
  'validation.form',
  'validation.amount',
  'validation.duration',
  'validation.accountType',
  'common.optional',
  'common.fieldFault',
  'errors.unreachable',
];
/** Sentences of schemas that stand beside the rules of a loan request. */
const loanRules = ['choice', 'country', 'currency', 'reason', 'url'].map((name) => `validation.${name}`);
/** The refusals that an answer of the server to a visitor may carry. */
const refusals = [
  'errors.request',
  'errors.idempotency',
  'errors.auth.foreign-origin',
  'errors.service',
  'errors.offline',
  'errors.unreachable',
  'errors.unanswered',
  'errors.someone',
];
/** Of the page of a loan request what its form shows: what comes next and how to simulate first stand in the page alone. */
const loanRequest = [
  ...['title', 'you', 'project', 'fields', 'amountHint', 'incomeHint', 'purposeHint', 'chooseDuration'],
  ...['submit', 'missing', 'sent', 'sentEmail', 'sentMessaging', 'sentSite', 'mail', 'fromSimulation'],
  ...['product', 'products'],
].map((name) => `loan-request.${name}`);
/** An enquiry and the ways to send it. */
const enquiry = [...form, ...refusals, 'sending', 'visitor.form'];

export const islandWords: Readonly<Record<IslandName, readonly string[]>> = {
  'api-docs': ['api-docs', 'common.retry', 'common.loading', ...refusals],
  articles: ['blog'],
  'card-request': ['card-request', 'common.cancel', 'common.back', ...enquiry],
  'contact-form': ['contact', ...enquiry],
  'loan-request-form': [...loanRequest, 'visitor.legal', 'validation.publicLoan', ...loanRules, ...enquiry],
  'loan-simulator': ['simulator', 'visitor.legal', 'visitor.example', 'sign-in.intro.titleLender'],
  'newsletter-confirmation': ['newsletter', ...refusals],
  'newsletter-form': ['newsletter', ...fields, ...refusals],
  'newsletter-unsubscription': ['newsletter', 'common.retry', ...refusals],
  'retraction-form': ['retraction', ...form, ...refusals],
  share: ['article.share'],
  'transfer-simulator': ['transfer-simulator', 'validation.iban', 'validation.transfer', ...form],
  useful: ['article.useful'],
  voices: ['home.voices', 'home.fictional'],
};
