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
import type { MailLeave, MailLeaves } from '../../bank/attempts.ts';
import { networkOf } from '../../http/origin.ts';
import type { Counters } from './counters.ts';

export type MailCounter =
  | 'access-changes'
  | 'mails-address'
  | 'mails-network'
  | 'resets-address'
  | 'resets-network'
  | 'resets-mails-network'
  | 'resets-device'
  | 'email-changes';

/**
 * Grants permissions for mails that anybody can trigger. The network is counted first, so that a blocked network does not use up an
 * address's mails.
 */
export function countMails(counters: Counters<MailCounter>): MailLeaves {
  const block = { minutes: BLOCK_MINUTES };
  const aDay = { minutes: ASKED_MAIL_HOURS * 60 };
  const leave = (recipient: string) => ({ recipient }) as MailLeave;
  /** Counts one; returns whether it is within the limit. */
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
