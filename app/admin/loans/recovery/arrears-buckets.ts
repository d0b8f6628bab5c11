import type { ArrearsBucket } from '#domain/loans/loan-state.ts';
import type { LoanQueue } from '#domain/loans/queues.ts';

const BUCKETS: Partial<Record<LoanQueue, ArrearsBucket>> = {
  'arrears-1-30': '1-30',
  'arrears-31-60': '31-60',
  'arrears-61-90': '61-90',
  'arrears-90': '90+',
};

/** The bucket of a queue of late loans; null for another queue. */
export const bucketOfQueue = (queue: LoanQueue): ArrearsBucket | null => BUCKETS[queue] ?? null;
