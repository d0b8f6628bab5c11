import { expect, test } from 'vitest';
import { PERMISSIONS, type Permission } from '../operations.ts';
import { maskedAnswer, maskedParams } from './masks.ts';

const all = PERMISSIONS;
const without = (...fields: readonly Permission[]) => all.filter((name) => !fields.includes(name));

test.each<[string, string, readonly Permission[], unknown, unknown]>([
  ['nothing', 'clients.show', all, { client: { iban: 'FR7612' } }, { client: { iban: 'FR7612' } }],
  [
    'account numbers, up to their last four',
    'withdrawals.review',
    without('fields.fullIban'),
    { withdrawals: [{ clientIban: 'FR76 3000 0194', ibanValid: true }] },
    { withdrawals: [{ clientIban: '•••• 0194', ibanValid: true }], masked: ['fields.fullIban'] },
  ],
  [
    'an account of the house in a statement, which may have another number',
    'statements.list',
    without('fields.fullIban'),
    { statements: [{ account: 'DE80001796034799885003' }, { account: 'Caisse 12' }] },
    { statements: [{ account: '•••• 5003' }, { account: 'Caisse 12' }], masked: ['fields.fullIban'] },
  ],
  [
    'an account that has none',
    'clients.show',
    without('fields.fullIban'),
    { client: { iban: null } },
    { client: { iban: null } },
  ],
  [
    'income',
    'loans.review',
    without('fields.income'),
    { loans: [{ id: 'a', monthlyIncomeMinor: 2_000_00 }] },
    { loans: [{ id: 'a', monthlyIncomeMinor: null }], masked: ['fields.income'] },
  ],
  [
    'that a command gives a reason in spite of the FICP: nothing says that it was there',
    'proposals.show',
    without('fields.ficpOutcome'),
    { proposal: { input: { id: 'a', ficpReason: 'Plan apuré' } } },
    { proposal: { input: { id: 'a' } } },
  ],
  [
    'the sheet and its figures, not the policy',
    'loanFile.review',
    without('fields.income', 'fields.ficpOutcome'),
    {
      sheets: [{}],
      judged: { debtRatioBps: 3_000 },
      policy: { debtRatioBps: 3_500 },
      consultations: [{ outcome: 'listed' }],
    },
    {
      sheets: [],
      judged: null,
      policy: { debtRatioBps: 3_500 },
      consultations: [{ outcome: null }],
      masked: ['fields.ficpOutcome', 'fields.income'],
    },
  ],
  [
    'the outcome of a line of the trail is no outcome of the FICP',
    'audit.list',
    without('fields.ficpOutcome'),
    { entries: [{ outcome: 'done' }] },
    { entries: [{ outcome: 'done' }] },
  ],
  [
    'notes, which leave the list',
    'overview.clientTimeline',
    without('fields.notes'),
    { entries: [{ kind: 'note', text: 'Appelé' }, { kind: 'sign-in' }], nextCursor: null },
    { entries: [{ kind: 'sign-in' }], nextCursor: null, masked: ['fields.notes'] },
  ],
  [
    'notes, and that there are none',
    'overview.clientTimeline',
    without('fields.notes'),
    { entries: [{ kind: 'sign-in' }], nextCursor: null },
    { entries: [{ kind: 'sign-in' }], nextCursor: null, masked: ['fields.notes'] },
  ],
  [
    'identity documents',
    'loanDocuments.review',
    without('fields.identityDocuments'),
    { documents: [{ kind: 'identity' }, { kind: 'income' }] },
    { documents: [{ kind: 'income' }], masked: ['fields.identityDocuments'] },
  ],
  [
    'identity documents, and that there are none',
    'loanDocuments.review',
    without('fields.identityDocuments'),
    { documents: [{ kind: 'income' }] },
    { documents: [{ kind: 'income' }], masked: ['fields.identityDocuments'] },
  ],
  [
    'whether an identity is verified',
    'loans.reviewOne',
    without('fields.identityDocuments'),
    { loan: { facts: { client: { identityVerifiedAt: null } } } },
    { loan: { facts: { client: { identityVerifiedAt: null } } }, masked: ['fields.identityDocuments'] },
  ],
  [
    'that a command gives a reason for going beyond the policy of incomes: nothing says that it was there',
    'proposals.show',
    without('fields.income'),
    { proposal: { input: { id: 'a', policyReason: 'Caution des parents' } } },
    { proposal: { input: { id: 'a' } } },
  ],
  [
    'who followed a thing, by name, in the trail',
    'audit.list',
    without('fields.staffNames'),
    { entries: [{ before: { task: 'loan', assignee: 'Anne' }, after: { assignee: null } }] },
    {
      entries: [{ before: { task: 'loan', assignee: null }, after: { assignee: null } }],
      masked: ['fields.staffNames'],
    },
  ],
  [
    'why a search found a row names no colleague',
    'overview.find',
    without('fields.staffNames'),
    { clients: [{ id: 'a', hit: { by: 'phone', text: '0011' } }] },
    { clients: [{ id: 'a', hit: { by: 'phone', text: '0011' } }] },
  ],
  [
    'the names of colleagues',
    'loans.reviewOne',
    without('fields.staffNames'),
    { loan: { decision: { by: 'Dominique', at: 'x' }, changedBy: 'Anne' } },
    { loan: { decision: { by: null, at: 'x' }, changedBy: null }, masked: ['fields.staffNames'] },
  ],
  [
    'the name of who proposed and of who did what a line of the trail says',
    'proposals.show',
    without('fields.staffNames'),
    { proposal: { maker: { id: 'a', name: 'Anne' } }, actor: { id: 'b', kind: 'person', name: 'Anne' } },
    {
      proposal: { maker: { id: 'a', name: null } },
      actor: { id: 'b', kind: 'person', name: null },
      masked: ['fields.staffNames'],
    },
  ],
  [
    'a job is no colleague',
    'audit.list',
    without('fields.staffNames'),
    { entries: [{ actor: { id: 'b', kind: 'bank', task: 'interest', name: 'Tâche' } }] },
    {
      entries: [{ actor: { id: 'b', kind: 'bank', task: 'interest', name: 'Tâche' } }],
      masked: ['fields.staffNames'],
    },
  ],
])('STAFF-5 without the permission: %s', (_, route, permissions, answer, shown) => {
  expect(maskedAnswer(route, answer, permissions)).toEqual(shown);
});

test('STAFF-5 a refusal names neither a colleague nor an account number to who may not read them', () => {
  const params = { by: 'Anne Petit', at: 'x', iban: 'FR76 3000 6000 0112 3456 7890 189' };
  expect(maskedParams(params, all)).toEqual(params);
  expect(maskedParams(params, [])).toEqual({ by: '', at: 'x', iban: '•••• 0189' });
  expect(maskedParams({ limitMinor: 5 }, [])).toEqual({ limitMinor: 5 });
});

test('STAFF-5 a file is left as it is', () => {
  const file = new Blob(['x']);
  expect(maskedAnswer('audit.export', file, [])).toBe(file);
});
