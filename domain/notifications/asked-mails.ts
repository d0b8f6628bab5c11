/**
 * Mails that an address gets because somebody typed it, who need not be its owner. Each is queued with a leave that counts it: the type of
 * `queueMail` refuses them.
 */
export const ASKED_MAILS = [
  'sign-up-known',
  'email-confirmation',
  'password-reset',
  'email-change',
  'email-change-known',
  'newsletter-confirmation',
  'newsletter-already',
  'enquiry-received',
  'withdrawal-declared',
] as const;
export type AskedMail = (typeof ASKED_MAILS)[number];

/** The time in which these mails are counted, in hours. */
export const ASKED_MAIL_HOURS = 24;

/**
 * How many of them one address gets in that time, whatever is asked, by whom and how often; links for a new password to a proved
 * address apart. While the address of an account is not proved, everything written to it counts among them.
 */
export const ASKED_MAILS_PER_ADDRESS = 2;

/**
 * Links for a new password to a proved address reach a client, never a stranger, and are counted by who asks: otherwise a stranger could use
 * them up and keep the owner out. From one network; from all networks together; from a device that has signed in to the account before.
 */
export const RESET_LINKS_PER_NETWORK = 2;
export const RESET_LINKS_PER_ADDRESS = 6;
export const RESET_LINKS_PER_KNOWN_DEVICE = 5;

/** How often one person may ask for another e-mail address in that time: their present address is written to each time. */
export const EMAIL_CHANGES_PER_PERSON = 5;

/**
 * How often one person may change their password or second factor in that time: each change writes to their address, which they may not have
 * proved to be theirs.
 */
export const ACCESS_CHANGES_PER_PERSON = 20;

/** Mails that one network address may cause in a quarter of an hour, to all addressees together. */
export const ASKED_MAILS_PER_NETWORK = 20;
