import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { standingOrderRuns, standingOrders, transferLimits } from '../db/schema/index.ts';

/** The transfers that the person programmed, with what became of each time, and the limits they chose. */
export async function programmedBy(db: Db, accountId: string) {
  const orders = await db
    .select()
    .from(standingOrders)
    .where(eq(standingOrders.clientAccountId, accountId))
    .orderBy(asc(standingOrders.createdAt), asc(standingOrders.id));
  const runs = await db
    .select({ ...getTableColumns(standingOrderRuns) })
    .from(standingOrderRuns)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOrderRuns.standingOrderId))
    .where(eq(standingOrders.clientAccountId, accountId))
    .orderBy(asc(standingOrderRuns.nominalDay));
  const [limits] = await db
    .select()
    .from(transferLimits)
    .where(eq(transferLimits.clientAccountId, accountId));
  return {
    standingOrders: orders.map((order) => ({
      ...order,
      runs: runs.filter(({ standingOrderId }) => standingOrderId === order.id),
    })),
    transferLimits: limits ?? null,
  };
}
