import { sql } from 'drizzle-orm';
import { loanToDoubtful } from '#domain/ledger/postings.ts';
import { newUuid } from '../ids.ts';
import { post } from '../ledger/post.ts';
import type { ConfirmedCall } from './confirmed-call.ts';
import { accepted } from './populated-bank.ts';
import type { Person, TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/** A loan that runs. */
export async function lend(administrator: Person, of: Person): Promise<string> {
  const { body } = await of.post('/loans', {
    amountMinor: 2_000_00,
    purpose: 'Un vélo',
    durationMonths: 12,
    monthlyIncomeMinor: 2_000_00,
  });
  await administrator.post(`/admin/loans/${body.loan.id}/decision`, { action: 'approve' });
  return body.loan.id;
}

/** Loans on which acts of recovery are possible (LC-82 to LC-85, LC-94). */
export async function confirmedRecoveryCalls(bank: TestBank, administrator: Person, of: Person) {
  const [accelerated, doubtful, lost] = [
    await lend(administrator, of),
    await lend(administrator, of),
    await lend(administrator, of),
  ];
  const [judged, gone, frozen, taxed] = [
    await lend(administrator, of),
    await lend(administrator, of),
    await lend(administrator, of),
    await lend(administrator, of),
  ];
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`insert into loan_formal_notices (id, loan_id, sent_on, last_day, amount, instalments, sent_at, sent_by)
      values (${newUuid()}, ${accelerated}, '2026-10-01', '2026-10-31', 1, 2, now(), ${newUuid()})`);
    await tx.execute(
      sql`update loan_instalments set paid_interest = 1 where loan_id = ${judged}::uuid and number = 1`,
    );
  });
  await bank.work(administrator.userId, (work) =>
    post(work, loanToDoubtful(doubtful, { amountMinor: 2_000_00, currency: 'EUR' }), doubtful),
  );
  accepted(await administrator.post(`/admin/loans/${gone}/write-off`, { reason: 'Irrécouvrable' }));
  const call = (id: string, route: string, fields: object = {}): ConfirmedCall => ({
    method: 'POST',
    path: `/admin/loans/${id}/${route}`,
    named: { id },
    fields: { reason: 'Irrécouvrable', ...fields },
    told: { who: 'Rémi Rembourse', description: 'Irrécouvrable' },
  });
  return {
    'loanRecovery.accelerate': call(accelerated, 'acceleration'),
    'loanRecovery.provide': call(doubtful, 'provisions', { kind: 'provision', amountMinor: 500_00 }),
    'loanRecovery.writeOff': call(lost, 'write-off'),
    'loanRecovery.forfeitInterest': call(judged, 'interest-forfeiture', { amountMinor: 1 }),
    'loanRecovery.taxCosts': call(taxed, 'taxed-costs', {
      amountMinor: 1_00,
      document: 'Ordonnance de taxe',
    }),
    'loanRecovery.freeze.freeze': {
      method: 'POST',
      path: `/admin/loans/${frozen}/freeze`,
      named: { id: frozen },
      fields: { action: 'freeze', kind: 'overindebtedness', fromDay: '2026-11-20', document: 'Recevabilité' },
      told: { who: 'Rémi Rembourse' },
    },
    'loanRecovery.recover': {
      method: 'POST',
      path: `/admin/loans/${gone}/recoveries`,
      named: { id: gone },
      fields: { amountMinor: 100_00, document: 'Virement de l’huissier' },
      told: { who: 'Rémi Rembourse' },
    },
  };
}
