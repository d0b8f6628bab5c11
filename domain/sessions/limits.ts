/** How long a session lasts. The server ends it by these figures, the screens warn by them. */
export interface SessionLimits {
  /** Minutes without the person doing anything. */
  readonly idleMinutes: number;
  /** Hours since the sign-in, activity or not. */
  readonly absoluteHours: number;
}

/** Whose figures hold: a demonstration is read at leisure, an account with money in it is not left open. */
type Mode = 'demo' | 'live';

/** Live: five minutes without activity are the law's most for an online payment account (RTS (EU) 2018/389, art. 4(3)(d)). */
export const SESSION_LIMITS: Readonly<Record<Mode, Record<'client' | 'staff', SessionLimits>>> = {
  demo: {
    client: { idleMinutes: 15, absoluteHours: 12 },
    staff: { idleMinutes: 10, absoluteHours: 8 },
  },
  live: {
    client: { idleMinutes: 5, absoluteHours: 12 },
    staff: { idleMinutes: 5, absoluteHours: 8 },
  },
};

/** How long before its end a session is announced to end: WCAG 2.2.1 asks for twenty seconds at least. */
export const SESSION_WARNING_SECONDS = 60;

export function sessionLimitsOf(mode: Mode, person: { readonly isStaff: boolean }): SessionLimits {
  return SESSION_LIMITS[mode][person.isStaff ? 'staff' : 'client'];
}

const MINUTE_MS = 60_000;

/** The absolute end of a session begun at `begunAt`. */
export function absoluteEndOf(limits: SessionLimits, begunAt: Date): Date {
  return new Date(begunAt.getTime() + limits.absoluteHours * 60 * MINUTE_MS);
}

/** When a session ends if the person, who did something at `usedAt`, does nothing more. Never after its absolute end. */
export function sessionEndOf(limits: SessionLimits, begunAt: Date, usedAt: Date): Date {
  const idleEnd = usedAt.getTime() + limits.idleMinutes * MINUTE_MS;
  return new Date(Math.min(idleEnd, absoluteEndOf(limits, begunAt).getTime()));
}
