import { readFileSync } from 'node:fs';
import { type ClientLanguage, intlLocaleOf } from '#domain/clients/client-languages.ts';
import type { HouseWords } from '#domain/notifications/said-by-house.ts';
import type mailsFr from '#locales/fr/mails.json';
import type { LegalName, MailTemplate } from './mail-templates.ts';

/** The words of mails in one language. */
export interface MailWords {
  /** BCP 47, for `Intl`. */
  readonly locale: string;
  readonly mails: Omit<typeof mailsFr, 'templates'> & {
    /** Mails to the staff are in French and English only. */
    readonly templates: Partial<
      Record<
        MailTemplate,
        { readonly subject: HouseWords; readonly body: readonly HouseWords[]; readonly action: HouseWords }
      >
    >;
    /** Translations of the sentences that the law writes in French; the French has none. */
    readonly legal?: Record<LegalName, string>;
  };
  /** The catalogues from which the values of a mail take their words, by name. */
  readonly words: Readonly<Record<string, unknown>>;
}

/** The tag (BCP 47) of the mails of a language for `lang`: without a region, except where the region makes the language. */
export function mailTagOf(language: ClientLanguage): string {
  const tag = intlLocaleOf(language);
  return tag === 'de-CH' ? tag : (tag.split('-')[0] ?? tag);
}

/** A mail cannot be rendered: unknown template, missing value or missing word. */
export class UnrenderableMail extends Error {}

/** A word of the catalogues of a mail by its key. @throws UnrenderableMail when there is none. */
export function wordOf(words: MailWords['words'], key: string): string {
  let node: unknown = words;
  for (const part of key.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  if (typeof node !== 'string') throw new UnrenderableMail(`no word for ${key}`);
  return node;
}

const FOLDER = new URL('../../locales/', import.meta.url);

const known = new Map<ClientLanguage, MailWords>();

/** The words of mails in a language. Read from its files at its first mail: few instances write in all languages. */
export function mailWordsOf(language: ClientLanguage): MailWords {
  const found = known.get(language) ?? readWords(language);
  known.set(language, found);
  return found;
}

function readWords(language: ClientLanguage): MailWords {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`${language}/${name}.json`, FOLDER), 'utf8'));
  return {
    locale: intlLocaleOf(language),
    mails: read('mails'),
    words: {
      notifications: read('notifications'),
      'loan-reasons': read('loan-reasons'),
      'withdrawal-reasons': read('withdrawal-reasons'),
    },
  };
}
