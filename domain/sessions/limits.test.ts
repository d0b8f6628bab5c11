import { expect, test } from 'vitest';
import {
  absoluteEndOf,
  SESSION_LIMITS,
  SESSION_WARNING_SECONDS,
  sessionEndOf,
  sessionLimitsOf,
} from './limits.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

test.each([
  ['08:00', '08:00', '08:15'],
  ['08:00', '09:30', '09:45'],
  ['08:00', '19:50', '20:00'],
])('a session begun at %s and last used at %s ends at %s', (begun, used, end) => {
  expect(sessionEndOf({ idleMinutes: 15, absoluteHours: 12 }, at(begun), at(used))).toEqual(at(end));
});

test('the absolute end does not move', () => {
  expect(absoluteEndOf({ idleMinutes: 5, absoluteHours: 8 }, at('08:00'))).toEqual(at('16:00'));
});

test('a member of the staff is never given longer than a client, and a live account no more than the law allows', () => {
  for (const mode of ['demo', 'live'] as const) {
    const [client, staff] = [
      sessionLimitsOf(mode, { isStaff: false }),
      sessionLimitsOf(mode, { isStaff: true }),
    ];
    expect(staff.idleMinutes).toBeLessThanOrEqual(client.idleMinutes);
    expect(staff.absoluteHours).toBeLessThanOrEqual(client.absoluteHours);
  }
  expect(SESSION_LIMITS.live.client.idleMinutes).toBeLessThanOrEqual(5);
});

test('there is time to read the warning before any session ends', () => {
  for (const limits of Object.values(SESSION_LIMITS).flatMap((mode) => Object.values(mode)))
    expect(limits.idleMinutes * 60).toBeGreaterThan(2 * SESSION_WARNING_SECONDS);
});
