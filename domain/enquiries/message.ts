/** The two ways an enquiry leaves the site: the visitor's mail program, or a messaging application. */

/** One line of a message: its label and what was typed. */
export type MessageLine = { readonly label: string; readonly value: string };

/** Words around the lines, from the catalogue of the visitor's language. */
export type MessageWords = {
  readonly title: string;
  /** Stands for an optional field left empty. */
  readonly none: string;
};

/** encodeURIComponent, also for the four marks it leaves that end an URL in plain text, and for broken surrogates. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const withLineBreak = (text: string, lineBreak: string) => text.replace(/\r\n|\r|\n/g, lineBreak);

/** The text of an enquiry: a title, a blank line, one line per field. Lines end with LF. */
export function messageText(words: MessageWords, lines: readonly MessageLine[]): string {
  const body = lines.map(({ label, value }) => `${label}\u00a0: ${value.trim() || words.none}`);
  return [words.title, '', ...body].join('\n');
}

/**
 * A `mailto:` address with subject and body (RFC 6068): UTF-8 percent-encoded, spaces as %20, line breaks as CRLF, and no line
 * break left in the subject. Throws RangeError when the recipient is not one address.
 */
export function buildMailto(mail: {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}): string {
  const to = mail.to.trim();
  if (!/^[^\s@,]+@[^\s@,]+$/.test(to)) throw new RangeError(`Not an e-mail address: ${mail.to}`);
  const subject = withLineBreak(mail.subject, ' ').trim();
  const body = withLineBreak(mail.body, '\r\n');
  return `mailto:${encode(to).replace('%40', '@')}?subject=${encode(subject)}&body=${encode(body)}`;
}

/**
 * A chat link with the text pre-filled: https://wa.me/<number>?text=…, line breaks as CRLF like the mail. The number
 * may be written in any way with its country code; only its digits are kept. Throws RangeError when they are not 6 to 15.
 */
export function buildMessagingLink(message: { readonly number: string; readonly text: string }): string {
  const digits = message.number.replace(/\D/g, '').replace(/^00/, '');
  if (digits.length < 6 || digits.length > 15)
    throw new RangeError(`Not a messaging number: ${message.number}`);
  return `https://wa.me/${digits}?text=${encode(withLineBreak(message.text, '\r\n'))}`;
}

/** Names of the required fields that are empty, in the order of the form. */
export function missingFields<Field extends string>(
  required: readonly Field[],
  input: Readonly<Partial<Record<Field, string | undefined>>>,
): Field[] {
  return required.filter((field) => !input[field]?.trim());
}
