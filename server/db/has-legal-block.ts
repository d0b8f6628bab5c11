import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether the assets of an account are frozen (PAY-62). @param accountId a column, or an id. */
export const hasLegalBlock = (accountId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`client_has_alert(${accountId}, 'legal-block')`;
