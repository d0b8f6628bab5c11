import { JOB_NAMES, type JobName } from './jobs/timetable.ts';

/** What an operator runs that changes the bank: commands, and the filling of an empty demonstration at its first start. */
export const OPERATOR_COMMANDS = [
  'create-administrator',
  'reset-second-factor',
  'fill-demonstration',
  'migrate',
] as const;
export type OperatorCommand = (typeof OPERATOR_COMMANDS)[number];

/** Who acts. Everything that is written names one of them. */
export type Actor =
  /** A signed-in person of the house, or a client: anybody with a sign-in who acts on their own things. */
  | { readonly kind: 'staff' | 'client'; readonly personId: string }
  /** A visitor of the public pages, without a sign-in. */
  | { readonly kind: 'visitor' }
  | { readonly kind: 'operator'; readonly command: OperatorCommand }
  /** The bank itself, by one of its jobs. */
  | { readonly kind: 'bank'; readonly job: JobName };

/**
 * The reserved ids of actors without a sign-in (decision 0022). Columns, the ledger and the hash chain of the audit trail keep an actor
 * as a UUID. These are of version 8 (RFC 9562), which our generator does not make. A number is never given twice, because the lines
 * that carry it stay for ever.
 */
const NUMBERS = {
  visitor: 0x001,
  'operator:create-administrator': 0x101,
  'operator:reset-second-factor': 0x102,
  'operator:fill-demonstration': 0x103,
  'operator:migrate': 0x104,
  'bank:purge-sign-in': 0x201,
  'bank:purge-sign-ups': 0x202,
  'bank:purge-enquiries': 0x203,
  'bank:purge-newsletter': 0x204,
  'bank:purge-mails': 0x205,
  'bank:purge-loan-files': 0x21a,
  'bank:purge-payee-checks': 0x240,
  'bank:expire-invitations': 0x235,
  'bank:expire-offers': 0x20b,
  'bank:lapse-contracts': 0x20c,
  'bank:remind-withdrawal-right': 0x20d,
  'bank:pay-out-loans': 0x20e,
  'bank:collect-returns': 0x20f,
  'bank:collect-morning': 0x206,
  'bank:collect-evening': 0x207,
  'bank:announce-instalments': 0x208,
  'bank:accrue-interest': 0x209,
  'bank:check-loans': 0x20a,
  'bank:watch-arrears': 0x210,
  'bank:prove-bank': 0x225,
  'bank:demonstration-bank': 0x226,
  'bank:yearly-letters': 0x215,
  'bank:import-bank-files': 0x220,
  'bank:announce-standing-orders': 0x22f,
  'bank:standing-orders-morning': 0x230,
  'bank:standing-orders-evening': 0x231,
  'bank:watch-limits': 0x232,
  'bank:end-holds': 0x233,
  'bank:refuse-late-orders': 0x22a,
  'bank:send-inside-transfers': 0x22b,
  'bank:send-instant-transfers': 0x22c,
  'bank:plan-direct-debits': 0x244,
  'bank:expire-proposals': 0x239,
  'bank:end-idle-tasks': 0x23d,
  'bank:continue-bulk-runs': 0x23e,
} as const satisfies Record<'visitor' | `operator:${OperatorCommand}` | `bank:${JobName}`, number>;

const idOfNumber = (number: number) => `00000000-0000-8000-9000-${number.toString(16).padStart(12, '0')}`;

/** The id under which an actor is written, a UUID: the person's own, or the reserved one. */
export function actorIdOf(actor: Actor): string {
  if (actor.kind === 'operator') return idOfNumber(NUMBERS[`operator:${actor.command}`]);
  if (actor.kind === 'bank') return idOfNumber(NUMBERS[`bank:${actor.job}`]);
  return actor.kind === 'visitor' ? idOfNumber(NUMBERS.visitor) : actor.personId;
}

/** The bank's jobs and the operator's commands, with their ids: those who act without being a person. */
export const HOUSE_ACTORS: readonly {
  readonly id: string;
  readonly actor: Extract<Actor, { kind: 'operator' | 'bank' }>;
}[] = [
  ...OPERATOR_COMMANDS.map((command) => ({ kind: 'operator' as const, command })),
  ...JOB_NAMES.map((job) => ({ kind: 'bank' as const, job })),
].map((actor) => ({ id: actorIdOf(actor), actor }));

/** Which command or job an id stands for; null for a person's. */
export function houseActorOf(id: string): (typeof HOUSE_ACTORS)[number]['actor'] | null {
  return HOUSE_ACTORS.find((one) => one.id === id)?.actor ?? null;
}
