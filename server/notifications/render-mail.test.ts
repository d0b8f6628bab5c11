import { describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import { typographyProblems } from '#content/typography.ts';
import { CLIENT_LANGUAGES, type ClientLanguage, clientLanguageOf } from '#domain/clients/client-languages.ts';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationParams,
  notificationValues,
  WITHDRAWAL_OUTCOMES,
  type WithdrawalOutcome,
} from '#domain/notifications/notification.ts';
import notificationsEn from '#locales/en/notifications.json' with { type: 'json' };
import mailsFr from '#locales/fr/mails.json' with { type: 'json' };
import notificationsFr from '#locales/fr/notifications.json' with { type: 'json' };
import { MAIL_TEMPLATES, type MailTemplate } from './mail-templates.ts';
import { mailTagOf, mailWordsOf, UnrenderableMail, wordOf } from './mail-words.ts';
import { type MailFacts, renderMail } from './render-mail.ts';

// Longer than 400 lines: its first third is a sample of each mail.

const demo = institutionSchema.parse(demonstration);
const euros = { amountMinor: 1_234_56, currency: 'EUR' };
const contract = { ...euros, reference: 'CTR-20261122-7K3M9QAX' };
const link = { link: 'https://banque.exemple/lien?jeton=abc', reference: 'M-20261122-9F3C12AB' };

const MANDATE = {
  reference: 'MDT-20261120-7K3M9QAX',
  iban: 'FR7630006000011234567890189',
  creditorIdentifier: 'FR72ZZZ123456',
};

/** What the use cases hand to each mail. That they do is proved where they run (deliver-mails.test.ts). */
const SAMPLES: Record<NotificationKind, NotificationParams> = {
  'account-created': { accountType: 'courant' },
  'account-activated': euros,
  'account-credited': {
    ...euros,
    description: 'Salaire de novembre',
    referenceNumber: 'CRD-20261120-7K3M9QAX',
  },
  'mandate-signed': MANDATE,
  'mandate-changed': MANDATE,
  'mandate-suspended': MANDATE,
  'mandate-resumed': MANDATE,
  'mandate-ended': MANDATE,
  'direct-debit-announced': { ...euros, ...MANDATE, dueDate: '2027-02-05' },
  'direct-debit-failed': {
    ...euros,
    iban: MANDATE.iban,
    dueDate: '2027-02-05',
    debitReason: 'insufficient-funds',
    retryOn: '2027-02-12',
    isSuspended: 0,
  },
  'direct-debit-given': { ...euros, dueDate: '2027-02-05', referenceNumber: 'VRE-20270205-7K3M9QAX' },
  'iban-assigned': { iban: 'FR7630006000011234567890189', bankName: 'Banque Démo' },
  'loan-requested': euros,
  'loan-processing': euros,
  'loan-approved': euros,
  'loan-part-repaid': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-difficulty-received': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-difficulty-answered': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-measure-proposed': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-freeze-lifted': {},
  'loan-measure-accepted': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-due-day-changed': { ...euros, dueDate: '2026-12-01', year: 2026 },
  'loan-yearly-letter': { ...euros, year: 2026, isPayoutBack: 1 },
  'loan-measures-offered': { ...euros, dueDate: '2026-12-01' },
  'loan-formal-notice': { ...euros, dueDate: '2026-12-01' },
  'loan-accelerated': euros,
  'loan-ficp-information': { ...euros, dueDate: '2026-12-01' },
  'loan-frozen': {},
  'loan-recovery-received': euros,
  'loan-costs-taxed': euros,
  'loan-withdrawal-extended': { ...contract, withdrawalLastDay: '2027-12-15' },
  'loan-interest-returned': euros,
  'loan-rejected': { ...euros, reasonCode: 'debt-ratio-too-high', reasonNote: 'Au-delà de 35\u00a0%.' },
  'loan-documents-asked': { documents: 'identity income' },
  'loan-document-rejected': { name: 'avis.pdf', rejection: 'unreadable' },
  'loan-cancelled': euros,
  'loan-to-transmit': { ...euros, lender: 'Banque Rive, Crédit du Pont' },
  'loan-transmitted': { ...euros, lender: 'Banque Rive' },
  'loan-lender-accepted': { ...euros, lender: 'Banque Rive', reasonNote: 'La banque vous écrit.' },
  'loan-lender-refused': { ...euros, lender: 'Banque Rive', reasonNote: 'Une pièce manque.' },
  'loan-not-transmitted': { ...euros, reasonNote: 'Aucun prêteur ne finance ce projet.' },
  'loan-offered': { ...contract, days: 15 },
  'loan-declined': euros,
  'loan-offer-expired': euros,
  'loan-accepted': { ...contract, agreementLastDay: '2026-12-01', withdrawalLastDay: '2026-12-08' },
  'loan-agreed': { ...euros, payoutDay: '2026-12-02' },
  'loan-agreed-late': euros,
  'loan-lapsed': euros,
  'loan-paid-out': euros,
  'loan-payout-account': euros,
  'loan-payout-returned': { ...euros, reasonCode: 'account-closed', returnedMinor: 200_00 },
  'loan-payout-sent': { ...euros, iban: 'FR7630006000011234567890189', bankName: 'Banque Démo' },
  'loan-withdrawal-right': { ...contract, withdrawalLastDay: '2026-12-08' },
  'loan-withdrawn': { ...contract, currency: 'EUR', outcome: 'nothing' },
  'loan-sum-returned': contract,
  'loan-instalment-announced': { ...euros, dueDate: '2026-12-01', isFirst: 1 },
  'loan-instalment-missed': {
    ...euros,
    dueDate: '2026-12-01',
    rateBps: 590,
    indemnityMinor: 8_00,
    lastTryOn: '2026-12-08',
  },
  'loan-indemnity-charged': { ...euros, dueDate: '2026-12-01' },
  'loan-payment-received': { ...euros, advanceMinor: 0 },
  'loan-repaid': euros,
  'withdrawal-requested': euros,
  'withdrawal-held': { ...euros, dueDate: '2026-12-01' },
  'withdrawal-processing': euros,
  'withdrawal-approved': euros,
  'withdrawal-completed': euros,
  'withdrawal-rejected': { ...euros, reasonCode: 'payee-mismatch', reasonNote: '' },
  'withdrawal-returned': { ...euros, reasonCode: 'account-closed', reasonNote: '' },
  'recall-received': { ...euros, payer: 'Paul Martin', dueDate: '2026-12-22' },
  'recall-answered': euros,
  'withdrawal-cancelled': euros,
  'movement-reversed': { ...euros, day: '2026-11-20', reasonText: 'Virement saisi deux fois' },
  'receipt-taken-back': { ...euros, day: '2026-11-20', takenMinor: 5_00, owedMinor: 0 },
  'receipt-claimed': { ...euros, day: '2026-11-20', takenMinor: 5_00, owedMinor: 195_00 },
  'receivable-repaid': { ...euros, owedMinor: 0 },
  'receivable-given-up': euros,
  'receivable-reopened': euros,
  'dispute-received': { ...euros, day: '2026-11-20' },
  'dispute-refunded': euros,
  'dispute-settled': euros,
  'dispute-under-review': euros,
  'standing-order-made': { ...euros, name: 'Paul Martin', dueDate: '2026-12-01' },
  'standing-order-changed': { ...euros, name: 'Paul Martin' },
  'standing-order-ended': { ...euros, name: 'Paul Martin' },
  'standing-order-tomorrow': { ...euros, name: 'Paul Martin', dueDate: '2026-12-01' },
  'standing-order-executed': { ...euros, name: 'Paul Martin' },
  'standing-order-failed': {
    ...euros,
    name: 'Paul Martin',
    failure: 'insufficient-balance',
    dueDate: '2026-12-01',
  },
  'standing-order-suspended': { ...euros, name: 'Paul Martin', suspension: 'failures' },
  'standing-order-ending': { ...euros, name: 'Paul Martin', dueDate: '2026-12-01' },
  'limit-lowered': {},
  'limit-raise-asked': { dueDate: '2026-12-01' },
  'limit-raise-cancelled': {},
  'limit-raised': {},
  'phone-changed': {},
  'fee-created': { ...euros, description: 'Tenue de compte' },
  'fee-declared': { ...euros, description: 'Tenue de compte' },
  'fee-paid': { ...euros, description: 'Tenue de compte', receiptNumber: 'REC-20261120-7K3M9QAX' },
  'password-changed': {},
  'email-changed': { newEmail: 'nouvelle@exemple.fr' },
  'second-factor-on': {},
  'second-factor-off': {},
  'passkey-added': { name: 'Téléphone' },
  'passkey-removed': { name: 'Téléphone' },
  'app-removed': {},
  'recovery-codes-renewed': {},
  'recovery-code-used': { left: 9 },
};
const ofStaff = {
  inviter: 'Dominique Gestion',
  institution: 'Guichet',
  roles: 'Conseiller',
  name: 'Anne Roy',
  reason: 'Reprise',
  ...link,
};
const paramsOf = (template: string) =>
  template.startsWith('staff-')
    ? ofStaff
    : template.startsWith('proposal') || template === 'emergencies-waiting' || template === 'tasks-idle'
      ? { count: 2, reference: 'P-12' }
      : template === 'email-change-asked'
        ? { newEmail: 'nouvelle@exemple.fr', ...link }
        : template === 'proof-failed'
          ? { day: '2026-11-20', count: 2, currencies: 'EUR, CHF' }
          : template === 'withdrawal-declared'
            ? { declaredOn: '2026-12-01', declaredAt: '10:00:00' }
            : ((SAMPLES as Partial<Record<string, NotificationParams>>)[template] ?? link);

const templates = Object.keys(MAIL_TEMPLATES) as MailTemplate[];

const render = (template: string, facts: Partial<MailFacts> = {}) =>
  renderMail({
    template,
    params: paramsOf(template),
    language: 'fr',
    firstName: 'Alix',
    institution: demo,
    publicUrl: 'https://banque.exemple',
    today: '2026-11-20',
    ...facts,
  });

const withoutAddresses = (text: string) => text.replace(/https?:\S+/g, 'adresse');

describe('every mail', () => {
  /** What a mail lacks. Gathered and compared once for each mail: 70,000 expectations cost ten seconds of a worker. */
  function lacks(template: MailTemplate, language: ClientLanguage): string[] {
    const { subject, text, html } = render(template, { language });
    const greeting = mailWordsOf(language).mails.greeting.replace('{{firstName}}', 'Alix');
    const known = [demo.brandName, demo.legalName, demo.phone.display, demo.customerServiceEmail];
    const promised: Readonly<Record<string, boolean>> = {
      'every value': [subject, text, html].every(
        (part) => part.trim() !== '' && !/\{\{|\}\}|\b(?:undefined|null|NaN)\b/.test(part),
      ),
      'a short subject': subject.length < 90,
      greeting: text.includes(greeting),
      'who writes and where to answer': known.every((word) => text.includes(word) && html.includes(word)),
      address: /: https:\/\/banque\.exemple\/\S+/.test(text),
      language: html.includes(`<html lang="${mailTagOf(language)}">`),
    };
    return Object.keys(promised).flatMap((name) => (promised[name] ? [] : [`${language}: ${name}`]));
  }

  test.each(templates)(
    '%s is complete in every language, greets, says who writes and where to answer',
    (template) => {
      const languages = CLIENT_LANGUAGES.filter((code) => mailWordsOf(code).mails.templates[template]);
      expect(languages).toContain('fr');
      expect(languages.flatMap((language) => lacks(template, language))).toEqual([]);
    },
  );

  test.each(templates)('fr: %s follows the typographic rules', (template) => {
    const { subject, text } = render(template);
    for (const line of [subject, ...withoutAddresses(text).split('\n')])
      expect(typographyProblems(line.trim())).toEqual([]);
  });

  test.each(CLIENT_LANGUAGES)('%s: no two have the same subject', (language) => {
    const subjects = templates.map((template) => render(template, { language }).subject);
    expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
  });

  test('of the staff is in French where their language has no words of theirs', () => {
    const without = CLIENT_LANGUAGES.filter((code) => !mailWordsOf(code).mails.templates['tasks-idle']);
    expect(without).toEqual(CLIENT_LANGUAGES.filter((code) => code !== 'fr' && code !== 'en'));
    for (const language of without)
      expect(render('tasks-idle', { language })).toEqual(render('tasks-idle', { language: 'fr' }));
  });
});

describe('LC-57 what comes after a withdrawal', () => {
  const sums = {
    currency: 'EUR',
    principalMinor: 5_000_00,
    interestMinor: 4_08,
    dailyMinor: 81,
    owedMinor: 4_900_08,
    paidMinor: 104_00,
    backMinor: 12_34,
    since: '2026-12-09',
    until: '2027-01-08',
  };
  const shown: Record<WithdrawalOutcome, readonly (keyof typeof sums)[]> = {
    nothing: [],
    settled: ['principalMinor', 'interestMinor', 'backMinor', 'since'],
    whole: ['principalMinor', 'dailyMinor', 'since', 'until'],
    rest: ['owedMinor', 'principalMinor', 'interestMinor', 'paidMinor', 'dailyMinor', 'since', 'until'],
  };

  test.each(
    CLIENT_LANGUAGES.flatMap((language) =>
      WITHDRAWAL_OUTCOMES.map((outcome) => [language, outcome] as const),
    ),
  )('%s: %s is worded in the language, with its own figures and nothing else', (language, outcome) => {
    const params = { ...contract, ...sums, outcome };
    const { text } = render('loan-withdrawn', { language, params });
    const { locale, words } = mailWordsOf(language);
    const values = notificationValues('loan-withdrawn', params, locale, (key) => wordOf(words, key));
    expect(text).toContain(values.next);
    const figures = (names: readonly string[]) =>
      names.map((name) => {
        const value = sums[name as keyof typeof sums];
        return typeof value === 'number'
          ? formatMoney(money(value, 'EUR'), locale)
          : notificationValues('account-created', { day: value }, locale, String).day;
      });
    for (const figure of figures(shown[outcome])) expect(values.next).toContain(figure);
    expect(values.next).not.toMatch(/\{\{|undefined|NaN/);
    const how = wordOf(words, 'notifications.notes.withdrawn.how');
    expect(values.next?.endsWith(how)).toBe(outcome === 'whole' || outcome === 'rest');
  });

  test('a notice kept as a French sentence, as they were before, is still shown', () => {
    expect(
      render('loan-withdrawn', { params: { ...contract, next: 'Le contrat a pris fin.' } }).text,
    ).toContain('Le contrat a pris fin.');
  });
});

describe('what a demonstration and a live institution say', () => {
  test('a demonstration says so before everything else', () => {
    const line = "Démonstration – établissement fictif. N'envoyez jamais d'argent ni de données réelles.";
    expect(render('loan-approved').text.startsWith(line)).toBe(true);
    expect(render('loan-approved', { language: 'en' }).text.startsWith(line)).toBe(true);
    const live: Institution = { ...demo, mode: 'live' };
    expect(render('loan-approved', { institution: live }).text.startsWith('Bonjour Alix,')).toBe(true);
    expect(render('loan-approved', { institution: live }).text).not.toContain('passés d');
    expect(render('loan-approved', { institution: live }).html).not.toContain('Démonstration –');
  });
});

describe('legal sentences', () => {
  const warning = "Attention\u00a0! Un crédit coûte de l'argent et doit être remboursé.";
  const noPayment = "Aucun versement, de quelque nature que ce soit, ne peut être exigé d'un particulier";
  const nothingToPay = 'Aucun paiement ne vous sera demandé pour débloquer ce virement.';

  test.each(templates)('%s carries those that apply, in French in every language', (template) => {
    // A mandate and its direct debits are about a loan.
    const isLoan = /^(loan|mandate|direct-debit)-/.test(template);
    const isTransfer = [
      'withdrawal-rejected',
      'withdrawal-returned',
      'withdrawal-held',
      'standing-order-failed',
    ].includes(template);
    const due = [isLoan, isLoan || template.startsWith('fee-'), isTransfer];
    const carried = CLIENT_LANGUAGES.flatMap((language) => {
      const { text, html } = render(template, { language });
      return [text, html].map((part) =>
        [warning, noPayment, nothingToPay].map((sentence) => part.includes(sentence)),
      );
    });
    expect(carried).toEqual(carried.map(() => due));
  });

  test('stand beside their translation in English', () => {
    expect(render('loan-approved', { language: 'en' }).text).toContain('Credit costs money');
    expect(render('withdrawal-rejected', { language: 'en' }).text).toContain(
      'will not be asked for any payment',
    );
  });

  test('are those of the day', () => {
    // LC-4: the client of a loan that a demonstration paid out at once reads what a real establishment would have waited for.
    expect(render('loan-approved').text).toContain("le délai légal de sept jours ont été passés d'office");
    expect(render('loan-approved', { language: 'en' }).text).toContain(
      'the legal period of seven days were skipped',
    );
    expect(render('loan-requested').text).not.toContain('passés d');
    expect(render('loan-approved', { today: '2026-11-19' }).text).toContain('Un crédit vous engage');
  });
});

describe('values', () => {
  test('amounts are written as the language and the currency want', () => {
    expect(render('loan-approved').subject).toBe('Votre prêt de 1\u202f234,56\u00a0€ est accordé');
    expect(render('loan-approved', { language: 'en' }).subject).toBe('Your loan of €1,234.56 is granted');
    const yen = { amountMinor: 125_000, currency: 'JPY' };
    expect(render('withdrawal-completed', { params: yen }).text).toContain('125\u202f000\u00a0');
  });

  test('a reason is told in words, and a note only where there is one', () => {
    const rejected = render('loan-rejected').text;
    expect(rejected).toContain('Motif\u00a0: Les mensualités prendraient une part trop grande des revenus.');
    expect(rejected).toContain('Précision\u00a0: Au-delà de 35\u00a0%.');
    expect(render('withdrawal-rejected').text).not.toContain('Précision');
    expect(render('withdrawal-rejected', { language: 'en' }).text).toContain("The payee's name is not that");
  });

  test('a deposit of nothing is not spoken of', () => {
    const params = { amountMinor: 0, currency: 'EUR' };
    expect(render('account-activated').text).toContain('Votre premier versement');
    expect(render('account-activated', { params }).text).not.toContain('Votre premier versement');
  });

  test('an account number is never whole', () => {
    const { text, html, subject } = render('iban-assigned');
    for (const part of [text, html, subject])
      expect(part.replace(/\s/g, '')).not.toContain('30006000011234567890189');
    expect(text).toContain('FR76 •••• 0189');
  });

  test('what people typed is neither markup nor a header', () => {
    const params = {
      ...euros,
      description: '<img src=x onerror=alert(1)>\r\nBcc: x',
      referenceNumber: 'CRD-1',
    };
    const { html, text } = render('account-credited', { params });
    expect(html).not.toContain('<img');
    expect(text).toContain('<img');
    const subject = render('account-credited', {
      params,
      firstName: 'A\r\nBcc: someone@exemple.fr',
      language: 'fr',
    }).subject;
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test('someone whose first name is not known is greeted without it', () => {
    expect(render('password-reset', { firstName: null }).text).toContain('Bonjour,\n');
  });

  test.each([
    ['an unknown template', 'unknown', {}],
    ['a missing value', 'fee-paid', euros],
    ['a missing link', 'password-reset', {}],
    ['a reason that has no sentence', 'loan-rejected', { ...euros, reasonCode: 'mood', reasonNote: '' }],
  ])('%s is refused rather than sent', (_, template, params) => {
    expect(() => render(template, { params })).toThrow(UnrenderableMail);
  });

  test('people who read another language get French', () => {
    expect(['en', 'fr', 'xx', '', null].map(clientLanguageOf)).toEqual(['en', 'fr', 'fr', 'fr', 'fr']);
  });
});

describe('the bell', () => {
  test.each(
    NOTIFICATION_KINDS.flatMap((kind) => [
      [kind, 'fr-FR', notificationsFr] as const,
      [kind, 'en-GB', notificationsEn] as const,
    ]),
  )('%s has its sentence in %s with every value at hand', (kind, locale, catalogue) => {
    const values = notificationValues(kind, SAMPLES[kind], locale, (key) => `[${key}]`);
    const sentence = catalogue.kinds[kind].replace(
      /\{\{(\w+)\}\}/g,
      (_, name) => values[name] ?? `missing ${name}`,
    );
    expect(sentence).not.toContain('missing');
    expect(sentence).not.toContain('undefined');
    if (locale === 'fr-FR') expect(typographyProblems(sentence)).toEqual([]);
  });

  test('has no kind without a mail, and no mail without its words', () => {
    expect(Object.keys(mailsFr.templates).sort()).toEqual([...templates].sort());
    expect(Object.keys(notificationsFr.kinds).sort()).toEqual([...NOTIFICATION_KINDS].sort());
  });
});

test.each([
  [0, ''],
  [1, '[notifications.notes.advance]'],
  [10_00, '[notifications.notes.advanceWhole]'],
])('LC-71 a payment of 10.00 says what of it waits for a due date: %s', (advanceMinor, note) => {
  const params = { amountMinor: 10_00, currency: 'EUR', advanceMinor };
  const values = notificationValues('loan-payment-received', params, 'fr-FR', (key) => `[${key}]`);
  expect(values.advanceNote).toBe(note);
});
