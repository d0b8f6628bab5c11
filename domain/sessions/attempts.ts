/**
 * How often a secret may be guessed before the guessing is stopped (RTS (EU) 2018/389, art. 4(3)(b): five failures in a row at most).
 * What strangers try at the door and what an open session does are counted apart, so that a stranger stops no client who is already in.
 */

/** How long a block lasts, in minutes. */
export const BLOCK_MINUTES = 15;

/** Failed sign-ins to one account, from devices that have never signed in to it. */
export const FAILURES_PER_ACCOUNT = 5;
/** Failed sign-ins from one device that has signed in to the account before. Strangers' failures do not block it. */
export const FAILURES_PER_KNOWN_DEVICE = 5;
/** Failed sign-ins from one network address, over all accounts. */
export const FAILURES_PER_NETWORK = 50;

/** Failures within one session in a row: after them the session confirms nothing more, and only a new sign-in helps. */
export const FAILURES_PER_SESSION = 5;
/** Failures in all sessions of one account together: more sessions give no more guesses per block. */
export const FAILURES_INSIDE_PER_ACCOUNT = 10;

/** How long a device is known after a sign-in, in days. */
export const KNOWN_DEVICE_DAYS = 180;

/** Sign-ups begun from one network address, and under one e-mail address, in an hour. */
export const SIGN_UP_WINDOW_MINUTES = 60;
export const SIGN_UPS_PER_NETWORK = 20;
export const SIGN_UPS_PER_EMAIL = 10;
