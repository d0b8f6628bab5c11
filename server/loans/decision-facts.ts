import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { examinedLoan } from '#contract/loans.ts';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import { eventForStaff, type MovementDetails } from '#domain/ledger/movement-words.ts';
import type { LoanStatus } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Permission } from '#domain/operations.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { isStillListed, type RequestRow } from './queries.ts';

/** Movements and earlier requests that the panel shows. */
const SHOWN = 5;

type Facts = z.infer<typeof examinedLoan>['facts'];

const instant = (at: string | Date | null) => (at === null ? null : new Date(at).toISOString());
const shown = sql.raw(`limit ${SHOWN}`);

interface ClientRow {
  readonly since: string | Date;
  readonly account_type: Facts['client']['accountType'];
  readonly date_of_birth: string | null;
  readonly held: string | number;
  readonly identity_at: string | Date | null;
  readonly is_warned: boolean;
  readonly is_frozen: boolean;
  readonly late: number;
  readonly missed: number;
}

/** Who asks: since when they are a client, what was verified of them, and how they pay what they owe. */
function clientOf(db: Db, { clientAccountId }: RequestRow): Promise<ClientRow[]> {
  const isAlerted = (kind: string) =>
    sql`exists (select from client_alerts k where k.client_account_id = a.id and k.kind = ${kind} and k.lifted_at is null)`;
  return rowsOf<ClientRow>(
    db,
    sql`select a.created_at as since, a.account_type, p.date_of_birth::text as date_of_birth, ${isAlerted('warning')} as is_warned,
        ${isAlerted('legal-block')} as is_frozen,
        (select coalesce(sum(w.amount), 0) from withdrawal_requests w
          where w.client_account_id = a.id and w.status in ('pending', 'processing', 'approved')) as held,
        (select max(d.reviewed_at) from loan_requests r join loan_documents d on d.loan_request_id = r.id
          where r.client_account_id = a.id and d.kind = 'identity' and d.state = 'verified') as identity_at,
        m.late, m.missed
      from client_accounts a join profiles p on p.user_id = a.user_id
      cross join lateral (select count(*)::int as missed, count(*) filter (where i.settled_on is null)::int as late
        from loan_requests r join loan_instalments i on i.loan_id = r.id
        where r.client_account_id = a.id and i.missed_on is not null and not i.is_superseded) m
      where a.id = ${clientAccountId}::uuid`,
  );
}

async function movementsOf(db: Db, { clientAccountId }: RequestRow): Promise<Facts['lastMovements']> {
  const rows = await rowsOf<{
    id: string;
    created_at: string | Date;
    amount: string | number;
    event: LedgerEvent;
    description: string | null;
    details: MovementDetails | null;
  }>(
    db,
    sql`select id, created_at, amount, event, description, details from transactions
      where client_account_id = ${clientAccountId}::uuid order by sequence desc ${shown}`,
  );
  return rows.map(({ id, created_at, amount, event, description, details }) => ({
    id,
    at: new Date(created_at).toISOString(),
    amountMinor: readMinor(amount),
    event: eventForStaff(event),
    description,
    details,
  }));
}

/** The client's requests before this one. One whose contract they withdrew from reads like one that they cancelled (LC-56). */
async function earlierOf(
  db: Db,
  { id, clientAccountId, createdAt }: RequestRow,
  day: string,
): Promise<Facts['earlier']> {
  const rows = await rowsOf<{
    id: string;
    created_at: string | Date;
    amount: string | number;
    currency: CurrencyCode;
    status: LoanStatus;
    phase: RequestRow['phase'];
    ended_at: string | Date | null;
  }>(
    db,
    sql`select id, created_at, amount, currency, status, phase, ended_at from loan_requests
      where client_account_id = ${clientAccountId}::uuid and id <> ${id}::uuid and created_at <= ${createdAt.toISOString()}::timestamptz
        and ${isStillListed(day)}
      order by created_at desc, id desc ${shown}`,
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    amountMinor: readMinor(row.amount),
    currency: row.currency,
    status: row.phase === 'retracted' ? 'rejected' : row.status,
    isRunning: row.status === 'approved' && row.ended_at === null,
  }));
}

/**
 * What a decision on a loan rests on beside the request and its file: who asks, what their account did lately, what they missed, and their
 * requests before. What the reader may not see of warnings and freezes is null.
 */
export async function loanDecisionFacts(
  db: Db,
  request: RequestRow,
  {
    balanceMinor,
    permissions,
    day,
  }: { readonly balanceMinor: number; readonly permissions: readonly Permission[]; readonly day: string },
): Promise<Facts> {
  const [[client], lastMovements, earlier] = await Promise.all([
    clientOf(db, request),
    movementsOf(db, request),
    earlierOf(db, request, day),
  ]);
  if (!client) throw new Error('a request without its client');
  return {
    client: {
      since: new Date(client.since).toISOString(),
      accountType: client.account_type,
      dateOfBirth: client.date_of_birth,
      identityVerifiedAt: instant(client.identity_at),
      isWarned: permissions.includes('clientAlerts.show') ? client.is_warned : null,
      isFrozen: permissions.includes('clientAlerts.legalBlocks') ? client.is_frozen : null,
    },
    availableMinor: balanceMinor - readMinor(client.held),
    missedPayments: { late: client.late, ever: client.missed },
    lastMovements,
    earlier,
  };
}
