import { type EnquiryInput, enquiryReference } from '#domain/enquiries/enquiry.ts';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { announce } from '../notifications/live.ts';
import { queueAskedMail } from '../notifications/notify.ts';
import { fingerprintOf } from '../work/idempotency-keys.ts';
import type { Work } from '../work/work.ts';
import { type EnquiryRow, enquiryOfKey, insertEnquiry } from './enquiry-queries.ts';

/**
 * Keeps a message of a visitor and acknowledges it by mail with its reference. The mail repeats nothing of the message: the address may be
 * a stranger's. A repetition under the same key gets the first answer.
 * @param key the header `Idempotency-Key`, 8 to 200 characters.
 * @param leave null when this address or network has had its mails: the message is kept all the same, without a mail.
 * @throws Refusal `idempotency.key-required`; `idempotency.key-reused` for another message under the same key.
 */
export async function receiveEnquiry(
  work: Work,
  input: EnquiryInput,
  key: string | null,
  leave: MailLeave | null,
): Promise<EnquiryRow> {
  if (!key || key.length < 8 || key.length > 200) throw new Refusal('idempotency.key-required');
  const today = legalDay(work.now);
  const id = work.newId();
  const fingerprint = fingerprintOf('enquiries.send', input);
  const row = await insertEnquiry(work.tx, {
    id,
    reference: enquiryReference(id, today),
    ...input,
    email: input.email.toLowerCase(),
    acknowledged: leave !== null,
    submissionKey: key,
    fingerprint,
    createdAt: work.now,
  });
  if (!row) {
    const first = await enquiryOfKey(work.tx, key);
    if (first?.fingerprint !== fingerprint) throw new Refusal('idempotency.key-reused');
    return first;
  }
  if (leave) queueAskedMail(work, leave, 'enquiry-received', { reference: row.reference }, null);
  await announce(work, { staff: true }, ['enquiries']);
  return row;
}
