import { expect, test } from 'vitest';
import { filesOfCall, ownFilesOfCall } from './own-file.ts';

const ID = '01a2072b-cd5c-765d-b0c0-a23309230adf';

test.each([
  ['/admin/clients/{id}', { id: ID }, [{ kind: 'client', id: ID }]],
  ['/admin/clients/{id}/credits', { id: ID, amountMinor: 1 }, [{ kind: 'client', id: ID }]],
  ['/admin/loans/{id}/decision', { id: ID }, [{ kind: 'loan', id: ID }]],
  ['/admin/withdrawals/{id}/decision', { id: ID }, [{ kind: 'withdrawal', id: ID }]],
  ['/admin/fees/{id}/settlement', { id: ID }, [{ kind: 'fee', id: ID }]],
  ['/admin/assignments/{kind}/{id}', { kind: 'fee', id: ID }, [{ kind: 'fee', id: ID }]],
  ['/admin/assignments/{kind}/{id}', { kind: 'role', id: ID }, []],
  ['/admin/withdrawals/sepa-export', { withdrawalIds: [ID, 7] }, [{ kind: 'withdrawal', id: ID }]],
  ['/admin/withdrawals/batches/{id}', { id: ID }, []],
  ['/admin/staff/{id}', { id: ID }, []],
  ['/admin/loans/{id}', { id: 'x' }, []],
  ['/admin/loans', { limit: 25 }, []],
  ['/admin/loans/{id}', null, []],
] as const)('STAFF-40 %s with %j', (path, input, files) => {
  expect(filesOfCall(path, input)).toEqual(files);
});

const OTHER = '01a2072b-cd5c-765d-b0c0-a23309230ad0';

test.each([
  ['/admin/loans/{id}/decision', { id: ID }, [{ kind: 'loan', id: ID }]],
  ['/admin/mandates/{id}/suspension', { id: ID }, [{ kind: 'mandate', id: ID }]],
  ['/admin/direct-debits/{id}/failure', { id: ID }, [{ kind: 'direct-debit', id: ID }]],
  ['/admin/disputes/{id}/decision', { id: ID }, [{ kind: 'dispute', id: ID }]],
  ['/admin/recalls/{id}/progress', { id: ID }, [{ kind: 'recall', id: ID }]],
  ['/admin/postings/{id}/reversal', { id: ID }, [{ kind: 'posting', id: ID }]],
  ['/admin/proposals/{id}', { id: ID }, [{ kind: 'proposal', id: ID }]],
  ['/admin/proposals/{id}/withdrawal', { id: ID }, []],
  ['/admin/recalls', { referenceNumber: 'MVT-1' }, [{ kind: 'movement', id: 'MVT-1' }]],
  [
    '/admin/corrections',
    { postingId: ID, rightAccountId: OTHER },
    [
      { kind: 'posting', id: ID },
      { kind: 'client', id: OTHER },
    ],
  ],
  [
    '/admin/bank-lines/{id}/allocation',
    { id: ID, parts: [{ kind: 'client', accountId: OTHER }, { kind: 'bank-charges' }, null] },
    [
      { kind: 'line', id: ID },
      { kind: 'client', id: OTHER },
    ],
  ],
  ['/admin/audit', { clientId: ID }, [{ kind: 'client', id: ID }]],
  ['/admin/declared-links', { clientId: ID }, []],
  [
    '/admin/approval-requirements',
    { operation: 'loanOffers.issue', input: { id: ID } },
    [{ kind: 'loan', id: ID }],
  ],
  [
    '/admin/emergencies',
    { operation: 'corrections.decideDispute.refund', input: { id: ID } },
    [{ kind: 'dispute', id: ID }],
  ],
  ['/admin/receivables/{id}/loss', { id: ID, motive: 'insolvent' }, [{ kind: 'receivable', id: ID }]],
  [
    '/admin/proposals',
    { operation: 'corrections.giveUp', input: { id: ID, motive: 'insolvent' } },
    [{ kind: 'receivable', id: ID }],
  ],
  [
    '/admin/proposals',
    { operation: 'withdrawalBatches.export', input: { withdrawalIds: [ID] } },
    [{ kind: 'withdrawal', id: ID }],
  ],
  ['/admin/proposals', { operation: 'staff.changeRoles', input: { id: ID } }, []],
] as const)('STAFF-40 what leads to a client: %s with %j', (path, input, files) => {
  expect(ownFilesOfCall(path, input)).toEqual(files);
});
