import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import { sentences } from './catalogue.ts';

const root = new URL('../locales/', import.meta.url);

/** What a PDF and the client's screens name alike in French: the word of `documents`, then that of the screen. */
const namedAlike = [
  ['statement.title', 'client-transactions', 'statementTitle'],
  ['notice.booked', 'client-transactions', 'facts.bookingDay'],
  ['notice.valueDay', 'client-transactions', 'facts.valueDay'],
  ['notice.message', 'client-transactions', 'facts.message'],
  ['notice.endToEnd', 'client-transactions', 'facts.endToEnd'],
  ['notice.payer', 'client-transactions', 'facts.payer'],
  ['notice.unknown', 'client-transactions', 'facts.unnamed'],
  ['schedule.title', 'client-repayments', 'papers.schedule'],
  ['schedule.amount', 'client-loans', 'offer.amount'],
  ['schedule.rate', 'client-loans', 'offer.rate'],
  ['schedule.taeg', 'client-loans', 'offer.taeg'],
  ['schedule.lastInstalment', 'client-loans', 'offer.last'],
  ['schedule.interest', 'client-loans', 'offer.interest'],
  ['schedule.total', 'client-loans', 'offer.total'],
  ['payoffQuote.capital', 'client-repayments', 'repay.wholeCapital'],
  ['payoffQuote.lateInterest', 'client-repayments', 'repay.lateInterest'],
  ['payoffQuote.lateIndemnity', 'client-repayments', 'repay.lateIndemnity'],
  ['payoffQuote.taxedCosts', 'client-repayments', 'repay.taxedCosts'],
  ['settlement.title', 'client-repayments', 'papers.settlement'],
  ['settlement.amount', 'client-loans', 'offer.amount'],
  ['certificate.title', 'client-repayments', 'papers.certificate'],
  ['certificate.capital', 'client-repayments', 'repay.wholeCapital'],
  ['loanStatement.title', 'client-repayments', 'papers.statement'],
  ['loanStatement.kinds.indemnity-collection', 'client-recovery', 'claim.indemnity'],
  ['data.notifications', 'client-notices', 'title'],
  ['data.secondFactor', 'security', 'title'],
  ['data.app', 'security', 'app.title'],
  ['data.sessions', 'client-profile', 'sessions.title'],
  ['data.loans', 'client', 'pending.loans'],
] as const;

it.each(CLIENT_LANGUAGES)('documents in %s name papers and terms as the screens do', (code) => {
  const papers = sentences(code, 'documents');
  const said = namedAlike.map(([key]) => [key, papers.get(key)]);
  expect(said).toEqual(
    namedAlike.map(([key, namespace, word]) => [key, sentences(code, namespace).get(word)]),
  );
});

/** Languages that are not written in Latin letters, and the letters they are written in. */
const scripts = {
  el: /\p{Script=Greek}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  sr: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

it.each(Object.entries(scripts))('every sentence of %s is written in its own letters', (code, script) => {
  const foreign = readdirSync(new URL(`${code}/`, root)).flatMap((file) => {
    const namespace = file.replace(/\.json$/, '');
    return (
      [...sentences(code, namespace)]
        // File names are ASCII; one or two foreign words are a name or an abbreviation (IBAN, TAEG, « Visa Premier »).
        .filter(([key, text]) => !/(?:^|\.)file(?:Name)?$/.test(key) && !script.test(text))
        .filter(([, text]) => /\p{Ll}.* .*\p{Ll}.* .*\p{Ll}/u.test(text.replace(/\{\{\w+\}\}/g, '')))
        .map(([key, text]) => `${namespace}.${key}: ${text}`)
    );
  });
  expect(foreign).toEqual([]);
});

/** The marks that a language sets quotations between. */
const quotationMarks: Readonly<Record<string, string>> = {
  ch: '«»',
  cs: '„“',
  de: '„“',
  el: '«»',
  en: '“”',
  es: '«»',
  et: '„”',
  fi: '”',
  fr: '«»',
  ga: '“”',
  hu: '„”',
  it: '«»',
  ja: '「」',
  lb: '„“',
  nl: '“”',
  no: '«»',
  pl: '„”',
  pt: '«»',
  sr: '„”',
  sv: '”',
  tr: '“”',
  zh: '“”',
};

it.each(readdirSync(root))('the catalogues of %s quote with the marks of the language', (code) => {
  const foreign = [...'«»„“”"「」'].filter((mark) => !quotationMarks[code]?.includes(mark));
  // The staff's sentences are French and English: a rule fixes the quotes of one of them.
  const files = readdirSync(new URL(`${code}/`, root)).filter((file) => !file.startsWith('admin'));
  const found = files.flatMap((file) =>
    [...sentences(code, file.replace(/\.json$/, ''))]
      .filter(([, text]) => foreign.some((mark) => text.includes(mark)))
      .map(([key, text]) => `${file}: ${key}: ${text}`),
  );
  expect(found).toEqual([]);
});
