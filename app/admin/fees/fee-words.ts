import type { FeeStatus } from '#domain/fees/status.ts';
import type { StatusKind } from '../../ui/badge.tsx';

export const feeLooks: Record<FeeStatus, StatusKind> = {
  unpaid: 'waiting',
  pending_validation: 'attention',
  paid: 'done',
};
