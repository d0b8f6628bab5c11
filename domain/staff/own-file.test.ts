import { expect, test } from 'vitest';
import { filesOfCall } from './own-file.ts';

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
