import { expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notificationValues,
  sentenceKeyOf,
} from '#domain/notifications/notification.ts';
import { LIVE_INSTITUTION, PARTNER_LENDERS } from '../testing/live-institution.ts';
import { mailWordsOf, wordOf } from './mail-words.ts';
import { renderMail } from './render-mail.ts';

/** LC-6: what a mail says of the client's account is true of the house that sends it. */

const bank = institutionSchema.parse(LIVE_INSTITUTION);
const financeCompany = institutionSchema.parse({
  ...LIVE_INSTITUTION,
  status: 'finance-company',
  ibanRange: undefined,
  depositGuaranteeMinor: undefined,
});

const euros = { amountMinor: 294_80, currency: 'EUR' };
const MANDATE = { reference: 'MDT-20261120-7K3M9QAX', iban: 'FR7630006000011234567890189' };
const MAILS: Readonly<Record<string, NotificationParams>> = {
  'loan-instalment-announced': { ...euros, dueDate: '2027-02-05', isFirst: 0 },
  'loan-instalment-missed': {
    ...euros,
    dueDate: '2027-02-05',
    rateBps: 390,
    indemnityMinor: 0,
    lastTryOn: '2027-02-12',
  },
  'loan-agreed': { ...euros, payoutDay: '2026-12-21' },
  'account-created': { accountType: 'credit' },
  'account-activated': { amountMinor: 0, currency: 'EUR' },
  'email-confirmation': { link: 'https://banque.example/confirmer/x' },
  'loan-indemnity-charged': { ...euros, dueDate: '2027-02-05' },
  'mandate-suspended': MANDATE,
  'mandate-ended': MANDATE,
  'loan-withdrawn': {
    currency: 'EUR',
    reference: 'CTR-20261122-7K3M9QAX',
    outcome: 'whole',
    principalMinor: 10_000_00,
    dailyMinor: 1_06,
    since: '2026-12-21',
    until: '2027-01-20',
  },
};

const sent = (
  institution: typeof bank,
  template: string,
  language: (typeof CLIENT_LANGUAGES)[number] = 'fr',
) =>
  renderMail({
    template,
    params: MAILS[template] ?? {},
    language,
    firstName: null,
    institution,
    publicUrl: 'https://banque.example',
    today: '2026-12-01',
  });
/** A payout goes to another bank; of a space nothing is paid. Every other one names the IBAN on the dashboard, on which instalments are paid. */
const WITHOUT_IBAN = ['loan-agreed', 'account-created', 'account-activated', 'email-confirmation'];

test.each(Object.keys(MAILS))(
  'LC-6 %s speaks of an account with a bank, and of a space, a transfer or another bank with a finance company, in every language',
  (template) => {
    for (const language of CLIENT_LANGUAGES) {
      const own = sent(bank, template, language);
      const outside = sent(financeCompany, template, language);
      expect(outside.text, language).not.toBe(own.text);
      expect(`${outside.subject} ${outside.text}`, language).not.toMatch(/\{\{|undefined|\[object/);
      if (!WITHOUT_IBAN.includes(template)) expect(outside.text, language).toContain('IBAN');
    }
    const [own, outside] = [bank, financeCompany].map((house) => {
      const { subject, text, html } = sent(house, template);
      return `${subject}\n${text}\n${html}`;
    });
    expect(own).toMatch(/compte\b|être prélevée/);
    expect(outside).not.toMatch(/(?:votre|mon|un|de) compte\b|être prélevée|sera prélevée/i);
  },
);

test('LC-6 words that depend on the house are there both ways in every language, with the same values but the kind of an account', () => {
  const places = (text: string) =>
    [...text.matchAll(/\{\{\w+\}\}/g)]
      .map(String)
      .filter((place) => place !== '{{accountType}}')
      .sort();
  for (const language of CLIENT_LANGUAGES)
    for (const words of Object.values(mailWordsOf(language).mails.templates))
      for (const paragraph of words ? [words.subject, ...words.body, words.action] : []) {
        if (typeof paragraph === 'string') continue;
        const [one = '', other = ''] = Object.values(paragraph);
        expect(places(other), `${language}: ${other}`).toEqual(places(one));
      }
});

test('LC-6, LC-69 the bell says what to transfer where the house holds no accounts, with the same figures in every language', () => {
  const said = (
    kind: NotificationKind,
    hasAccounts: boolean,
    language: (typeof CLIENT_LANGUAGES)[number],
  ) => {
    const { locale, words } = mailWordsOf(language);
    const word = (key: string) => wordOf(words, key);
    const values = notificationValues(kind, MAILS[kind] ?? {}, locale, word);
    return word(sentenceKeyOf(kind, hasAccounts)).replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '?');
  };
  for (const language of CLIENT_LANGUAGES)
    for (const kind of ['loan-instalment-announced', 'loan-instalment-missed'] as const) {
      const [own, outside] = [said(kind, true, language), said(kind, false, language)];
      expect(outside, language).not.toBe(own);
      expect(outside, language).toContain('294');
      expect(outside, language).not.toContain('?');
    }
  for (const kind of ['loan-instalment-announced', 'loan-instalment-missed'] as const)
    expect(said(kind, false, 'fr')).not.toMatch(/prélev/);
  expect(sentenceKeyOf('loan-repaid', false)).toBe('notifications.kinds.loan-repaid');
  for (const kind of ['account-created', 'account-activated'] as const) {
    expect(said(kind, true, 'fr')).toContain('compte');
    expect(said(kind, false, 'fr')).not.toContain('compte');
  }
});

test('LC-6 CMF L314-1: a payment institution opens a « compte de paiement », in the words of every language', () => {
  const house = institutionSchema.parse({
    ...LIVE_INSTITUTION,
    status: 'payment-institution',
    depositGuaranteeMinor: undefined,
    partnerLenders: PARTNER_LENDERS,
  });
  for (const language of CLIENT_LANGUAGES) {
    const { text } = renderMail({
      template: 'account-created',
      params: { accountType: 'courant' },
      language,
      firstName: null,
      institution: house,
      publicUrl: 'https://banque.example',
      today: '2026-12-01',
    });
    expect(text, language).toContain(
      wordOf(mailWordsOf(language).words, 'notifications.accountTypes.paiement'),
    );
  }
});
