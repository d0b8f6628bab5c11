import { type MessageWords, messageText, missingFields } from './message.ts';

/** Subjects of the contact form (docs/rules.md, Forms). */
export const CONTACT_SUBJECTS = [
  'demande-pret',
  'suivi-dossier',
  'question-generale',
  'reclamation',
  'remboursement',
  'autre',
] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const CONTACT_REQUIRED = ['nom', 'email', 'objet', 'message'] as const;

/** The contact form, under the field names of docs/rules.md, Forms. */
export interface ContactInput {
  readonly nom: string;
  readonly email: string;
  readonly objet: ContactSubject;
  readonly message: string;
}

/** What the form holds while it is being typed: any field may still be empty. */
export type ContactDraft = Readonly<Record<keyof ContactInput, string>>;

/** Names of the required fields still empty. */
export function missingContactFields(draft: Partial<ContactDraft>): (keyof ContactInput)[] {
  return missingFields(CONTACT_REQUIRED, draft);
}

export type ContactWords = MessageWords & {
  readonly fields: Readonly<Record<keyof ContactInput, string>>;
  readonly subjects: Readonly<Record<ContactSubject, string>>;
};

/** Subject of the mail: the product's name and the subject chosen (docs/rules.md, Forms). */
export function contactSubject(input: ContactInput, productName: string, words: ContactWords): string {
  return `${productName} - ${words.subjects[input.objet]}`;
}

/** The text sent: name, e-mail, subject and message. */
export function contactText(input: ContactInput, words: ContactWords): string {
  return messageText(words, [
    { label: words.fields.nom, value: input.nom },
    { label: words.fields.email, value: input.email },
    { label: words.fields.objet, value: words.subjects[input.objet] },
    { label: words.fields.message, value: input.message },
  ]);
}
