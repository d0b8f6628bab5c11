import type { ProfileInput } from '#domain/clients/profile.ts';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { profileOfUser, updateProfile } from './queries.ts';

/**
 * Changes what a client may change about themselves; an absent or empty text clears the field. E-mail and password travel by their own
 * calls, and the IBAN is the institution's to give.
 * @throws Refusal `request.invalid` for a date of birth that has not come yet; `not-found` without a profile.
 */
export async function changeProfile(work: Work, input: ProfileInput) {
  const dateOfBirth = input.dateOfBirth || null;
  if (dateOfBirth && dateOfBirth > legalDay(work.now))
    throw new Refusal('request.invalid', {}, [{ field: 'dateOfBirth', message: 'validation.dayInFuture' }]);
  const before = await profileOfUser(work.tx, work.actorId);
  await updateProfile(work.tx, work.actorId, {
    firstName: input.firstName,
    lastName: input.lastName,
    phone: input.phone || null,
    address: input.address || null,
    city: input.city || null,
    postalCode: input.postalCode || null,
    dateOfBirth,
    profession: input.profession || null,
    updatedAt: work.now,
  });
  const changed = await profileOfUser(work.tx, work.actorId);
  if (!changed) throw new Refusal('not-found');
  // A number that calls went to until now: its holder has to know (PAY-59).
  if (before?.profile.phone && before.profile.phone !== changed.profile.phone)
    await notifyClient(work, work.actorId, 'phone-changed', {});
  await announce(work, { userId: work.actorId, staff: true }, ['profile', 'session', 'clients']);
  return changed;
}
