import type { AccessRows } from './access-rows/access-row.ts';
import { ACCOUNT_ROWS, LAST_CLIENT_ROWS } from './access-rows/accounts.ts';
import { LOAN_ROWS } from './access-rows/loans.ts';
import { MANDATE_ROWS } from './access-rows/mandates.ts';
import { OPEN_LOAN_ROWS } from './access-rows/open-loans.ts';
import { PEOPLE_ROWS } from './access-rows/people.ts';
import { PROGRAMMED_ROWS } from './access-rows/programmed-transfers.ts';
import { LAST_STAFF_ROWS, STAFF_ROWS } from './access-rows/staff-work.ts';
import { STATEMENT_ROWS } from './access-rows/statements.ts';

export type { AccessRow, Asked } from './access-rows/access-row.ts';

/**
 * Every route of the product, in the order in which the tests ask them. A new route needs its row in one of the files of `access-rows`:
 * `server/trust/access-matrix.test.ts` compares this list with the API document. What is consumed (a pending request, a session) is made by
 * the row that consumes it.
 */
export const ACCESS_ROWS: AccessRows = {
  ...PEOPLE_ROWS,
  ...ACCOUNT_ROWS,
  ...PROGRAMMED_ROWS,
  ...MANDATE_ROWS,
  ...STATEMENT_ROWS,
  ...STAFF_ROWS,
  ...LOAN_ROWS,
  ...OPEN_LOAN_ROWS,
  ...LAST_CLIENT_ROWS,
  ...LAST_STAFF_ROWS,
};
