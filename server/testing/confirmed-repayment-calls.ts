import { lend } from './confirmed-recovery-calls.ts';
import type { Person } from './test-bank.ts';

/** The confirmed operations on loans that are repaid early or eased. */
export async function confirmedRepaymentCalls(administrator: Person, repaying: Person) {
  const [running, eased, judged] = [
    await lend(administrator, repaying),
    await lend(administrator, repaying),
    await lend(administrator, repaying),
  ];
  const { body: payoff } = await repaying.get(`/loans/${running}/early-repayment-quote`);
  const { body: shown } = await administrator.get(
    `/admin/loans/${eased}/measure-effect?kind=extension&months=6`,
  );
  const { effect } = shown;
  const measure = { kind: 'extension', months: 6, seenExtraInterestMinor: effect.extraInterestMinor };
  const { body: proposed } = await administrator.post(`/admin/loans/${eased}/measures`, {
    action: 'propose',
    ...measure,
  });
  return {
    'loanRepayments.repay': {
      by: repaying,
      method: 'POST',
      path: `/loans/${running}/early-repayments`,
      named: { id: running },
      fields: { kind: 'whole', totalMinor: payoff.quote.whole.totalMinor },
      told: {},
    },
    'loanRepayments.acceptMeasure': {
      by: repaying,
      method: 'POST',
      path: `/loans/${eased}/measures/${proposed.measure.id}/acceptance`,
      named: { id: eased, measureId: proposed.measure.id },
      fields: { seenExtraInterestMinor: effect.extraInterestMinor, seenEnd: effect.after.endsOn },
      told: {},
    },
    'loanRepayments.measure.impose': {
      method: 'POST',
      path: `/admin/loans/${judged}/measures`,
      named: { id: judged },
      fields: { action: 'impose', ...measure, decisionOn: '2026-11-18' },
      told: { who: 'Rémi Rembourse' },
    },
  } as const;
}
