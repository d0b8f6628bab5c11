import { Refusal } from '#domain/errors.ts';
import {
  ACCESS_CHANGES_PER_PERSON,
  ASKED_MAIL_HOURS,
  ASKED_MAILS_PER_ADDRESS,
  ASKED_MAILS_PER_NETWORK,
  EMAIL_CHANGES_PER_PERSON,
  RESET_LINKS_PER_ADDRESS,
  RESET_LINKS_PER_KNOWN_DEVICE,
  RESET_LINKS_PER_NETWORK,
} from '#domain/notifications/asked-mails.ts';
import { BLOCK_MINUTES } from '#domain/sessions/attempts.ts';
import { networkOf } from '../../http/origin.ts';
import type { MailLeave } from '../../notifications/notify.ts';
import type { Counters } from './counters.ts';
import type { AtTheDoor } from './failures.ts';

/** What `Attempts` does about mails that anybody can cause. */
export interface MailLeaves {
  /** Leave for a mail that a visitor asks for by an address; null when that address or their network has asked for enough. */
  leaveToWrite(email: string, address: string): Promise<MailLeave | null>;
  /** The same for a link for a new password, which is counted by who asks for it. */
  leaveForReset(who: AtTheDoor): Promise<MailLeave | null>;
  /** The same for another address that a signed-in person asks for. */
  leaveForEmailChange(email: string, userId: string): Promise<MailLeave | null>;
  /** Counts a change of password or second factor, of which a mail tells. @throws Refusal `auth.too-many-mails` after too many in a day. */
  countAccessChange(userId: string): Promise<void>;
}

export type MailCounter =
  | 'access-changes'
  | 'mails-address'
  | 'mails-network'
  | 'resets-address'
  | 'resets-network'
  | 'resets-mails-network'
  | 'resets-device'
  | 'email-changes';

/** Gives leaves for mails that anybody can cause. A network that has asked for enough uses up nothing of an address. */
export function countMails(counters: Counters<MailCounter>): MailLeaves {
  const block = { minutes: BLOCK_MINUTES };
  const aDay = { minutes: ASKED_MAIL_HOURS * 60 };
  const leave = (recipient: string) => ({ recipient }) as MailLeave;
  /** Counts, and says whether it is still within the limit. */
  const within = async (limit: number, ...[counter, whose, window]: Parameters<typeof counters.add>) =>
    (await counters.add(counter, whose, window)) <= limit;
  return {
    async leaveToWrite(email, address) {
      const isWithin =
        (await within(ASKED_MAILS_PER_NETWORK, 'mails-network', networkOf(address), block)) &&
        (await within(ASKED_MAILS_PER_ADDRESS, 'mails-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
    async leaveForReset({ email, address, device }) {
      const network = networkOf(address);
      const isWithin =
        device !== null
          ? await within(RESET_LINKS_PER_KNOWN_DEVICE, 'resets-device', device, aDay)
          : (await within(ASKED_MAILS_PER_NETWORK, 'resets-mails-network', network, block)) &&
            (await within(RESET_LINKS_PER_NETWORK, 'resets-network', `${network} ${email}`, aDay)) &&
            (await within(RESET_LINKS_PER_ADDRESS, 'resets-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
    async countAccessChange(userId) {
      if (!(await within(ACCESS_CHANGES_PER_PERSON, 'access-changes', userId, aDay)))
        throw new Refusal('auth.too-many-mails');
    },
    async leaveForEmailChange(email, userId) {
      const isWithin =
        (await within(EMAIL_CHANGES_PER_PERSON, 'email-changes', userId, aDay)) &&
        (await within(ASKED_MAILS_PER_ADDRESS, 'mails-address', email, aDay));
      return isWithin ? leave(email) : null;
    },
  };
}
