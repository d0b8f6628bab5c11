import type { Institution } from '#content/institution/schema.ts';
import { addressInLine, openingHoursInWords } from '#content/institution-values.ts';
import type { AccountType } from '#domain/accounts/account.ts';
import { accountWordOf } from '#domain/accounts/account-types.ts';
import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import type { ClientLanguage } from '#domain/clients/client-languages.ts';
import { elided, PLACE_AFTER_DE } from '#domain/elision.ts';
import {
  creditWarning,
  DIRECT_LOAN_IN_DEMONSTRATION,
  NO_PAYMENT_BEFORE_LOAN,
  NO_PAYMENT_TO_UNLOCK,
} from '#domain/loans/legal-wording.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notificationValues,
} from '#domain/notifications/notification.ts';
import { saidByHouse } from '#domain/notifications/said-by-house.ts';
import commonFr from '#locales/fr/common.json' with { type: 'json' };
import { isMailTemplate, type LegalName, MAIL_TEMPLATES } from './mail-templates.ts';
import { type MailWords, mailTagOf, mailWordsOf, UnrenderableMail, wordOf } from './mail-words.ts';

/** What is known when a mail goes out. */
export interface MailFacts {
  readonly template: string;
  readonly params: NotificationParams;
  readonly language: ClientLanguage;
  /** The recipient's; null when unknown. */
  readonly firstName: string | null;
  readonly institution: Institution;
  readonly publicUrl: string;
  /** YYYY-MM-DD: legal sentences are those in force on this day. */
  readonly today: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: ClientLanguage;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Fills the sentences of a mail in a language. */
const filler =
  (language: ClientLanguage, values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replace(PLACE_AFTER_DE, (_, de: string | undefined, name: string) => {
      const value = values[name];
      if (value === undefined) throw new UnrenderableMail(`no value for {{${name}}}`);
      return language === 'fr' ? elided(de, value) : `${de ?? ''}${value}`;
    });

/** Paragraphs about absent values (no note, no deposit) are left out. */
function speaksOfNothing(paragraph: string, values: Readonly<Record<string, string>>): boolean {
  return [...paragraph.matchAll(PLACEHOLDER)].some(([, name]) => values[name ?? ''] === '');
}

/** The sentence in French, as the law writes it, and its translation where the reader has another language. */
function legalSentences(name: LegalName, catalogue: MailWords, today: string): string[] {
  const french = {
    creditWarning: creditWarning(today),
    noPaymentBeforeLoan: NO_PAYMENT_BEFORE_LOAN,
    noPaymentToUnlock: NO_PAYMENT_TO_UNLOCK,
    directLoan: DIRECT_LOAN_IN_DEMONSTRATION,
  }[name].text;
  const translation = catalogue.mails.legal?.[name];
  return translation ? [french, translation] : [french];
}

/** A text on one line: a subject with a line break would let its writer add headers. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ');
}

/**
 * Writes a mail: subject, plain text and simple HTML, with the institution's name and contacts, the legal sentences of its subject and,
 * in a demonstration, the demonstration's line before everything else.
 * @throws UnrenderableMail for an unknown template or a missing value.
 */
export function renderMail(facts: MailFacts): RenderedMail {
  const { template, params, institution, publicUrl } = facts;
  if (!isMailTemplate(template)) throw new UnrenderableMail(`no template ${template}`);
  // What only the staff receive is written in French and English.
  const language = mailWordsOf(facts.language).mails.templates[template] ? facts.language : 'fr';
  const catalogue = mailWordsOf(language);
  const { mails } = catalogue;
  const { leadsTo, legal } = MAIL_TEMPLATES[template];
  const words = mails.templates[template];
  if (!words) throw new UnrenderableMail(`no words for ${template}`);
  const link = leadsTo === 'link' ? String(params.link ?? '') : `${publicUrl}${leadsTo.path}`;
  if (!link) throw new UnrenderableMail('no link');
  const values: Record<string, string> = {
    reasonNote: '',
    ...notificationValues(
      template as NotificationKind,
      {
        ...params,
        ...(holdsAccounts(institution) ? {} : { paysElsewhere: 1 }),
        ...(template === 'account-created'
          ? { accountType: accountWordOf(institution, params.accountType as AccountType) }
          : {}),
      },
      catalogue.locale,
      (key) => wordOf(catalogue.words, key),
    ),
    firstName: facts.firstName ?? '',
    brandName: institution.brandName,
    legalName: institution.legalName,
    address: addressInLine(institution),
    phone: institution.phone.display,
    customerServiceEmail: institution.customerServiceEmail,
    openingHours: openingHoursInWords(institution),
    link,
  };

  const fill = filler(language, values);
  const subject = oneLine(fill(saidByHouse(institution, words.subject)));
  const letter: Letter = {
    language,
    tag: mailTagOf(language),
    subject,
    demonstration: institution.mode === 'demo' ? commonFr.demoRibbon : null,
    greeting: facts.firstName ? fill(mails.greeting) : mails.greetingWithoutName,
    paragraphs: words.body
      .map((paragraph) => saidByHouse(institution, paragraph))
      .filter((paragraph) => !speaksOfNothing(paragraph, values))
      .map(fill),
    action: { text: saidByHouse(institution, words.action), link, hint: fill(mails.linkHint) },
    legalHeading: mails.legalHeading,
    // Only a demonstration pays a loan out without an accepted offer (LC-4).
    legal: legal
      .filter((name) => name !== 'directLoan' || institution.mode === 'demo')
      .flatMap((name) => legalSentences(name, catalogue, facts.today)),
    closing: [mails.closing, fill(mails.signature)],
    footer: [mails.contact, mails.never, mails.sender].map(fill),
  };
  return { subject, text: asText(letter), html: asHtml(letter), language };
}

interface Letter {
  readonly language: ClientLanguage;
  /** BCP 47, for `lang`. */
  readonly tag: string;
  readonly subject: string;
  readonly demonstration: string | null;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly text: string; readonly link: string; readonly hint: string };
  readonly legalHeading: string;
  readonly legal: readonly string[];
  readonly closing: readonly string[];
  readonly footer: readonly string[];
}

function asText(letter: Letter): string {
  const { demonstration, greeting, paragraphs, action, legal, closing, footer } = letter;
  const blocks = [
    ...(demonstration ? [demonstration] : []),
    greeting,
    ...paragraphs,
    `${action.text}${letter.language === 'fr' ? '\u00a0' : ''}: ${action.link}`,
    ...legal,
    closing.join('\n'),
    `-- \n${footer.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');
}

/** One column, system fonts, no image: it reads the same everywhere, and nothing is fetched when it is opened. */
function asHtml(letter: Letter): string {
  const { action } = letter;
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;
  const small = 'font-size:14px;line-height:20px;color:#5a5f5c;';
  return [
    `<!doctype html><html lang="${letter.tag}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(letter.subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;background:#f7f5ef;color:#17211d;font:16px/24px system-ui,-apple-system,Segoe UI,Roboto,sans-serif;">',
    '<main style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dedacf;">',
    letter.demonstration
      ? paragraph(letter.demonstration, 'padding:8px 12px;background:#fdf0d2;font-weight:600;')
      : '',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;">${escaped(letter.subject)}</h1>`,
    paragraph(letter.greeting),
    ...letter.paragraphs.map((text) => paragraph(text)),
    `<p style="margin:24px 0;"><a href="${escaped(action.link)}" style="display:inline-block;padding:12px 20px;background:#0f4c3a;color:#ffffff;text-decoration:none;font-weight:600;">${escaped(action.text)}</a></p>`,
    paragraph(action.hint, small),
    letter.legal.length > 0
      ? `<section style="margin:24px 0;padding:12px 16px;border-left:3px solid #0f4c3a;"><h2 style="margin:0 0 8px;font-size:16px;line-height:24px;">${escaped(letter.legalHeading)}</h2>${letter.legal.map((text) => paragraph(text)).join('')}</section>`
      : '',
    paragraph(letter.closing.join('\n')),
    `<footer style="margin-top:24px;padding-top:16px;border-top:1px solid #dedacf;${small}">${letter.footer.map((text) => paragraph(text, small)).join('')}</footer>`,
    '</main></body></html>',
  ].join('');
}
