import { expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { CLIENT_LANGUAGES } from '#domain/clients/client-languages.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notificationValues,
  sentenceKeyOf,
} from '#domain/notifications/notification.ts';
import { LIVE_INSTITUTION } from '../testing/live-institution.ts';
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
  }).text;

test.each(Object.keys(MAILS))(
  'LC-6 %s speaks of an account with a bank, and of a transfer or another bank with a finance company, in every language',
  (template) => {
    for (const language of CLIENT_LANGUAGES) {
      const own = sent(bank, template, language);
      const outside = sent(financeCompany, template, language);
      expect(outside, language).not.toBe(own);
      expect(outside, language).not.toMatch(/\{\{|undefined|\[object/);
      // The instalments are paid to the IBAN on the dashboard; a payout goes to another bank.
      if (template !== 'loan-agreed') expect(outside, language).toContain('IBAN');
    }
    expect(sent(bank, template)).toMatch(/votre compte/);
    expect(sent(financeCompany, template)).not.toMatch(/votre compte/);
  },
);

test('LC-6 a paragraph that depends on the house has both ways in every language, with the same values', () => {
  const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  for (const language of CLIENT_LANGUAGES)
    for (const words of Object.values(mailWordsOf(language).mails.templates))
      for (const paragraph of words?.body ?? []) {
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
});
