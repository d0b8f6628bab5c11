import type * as z from 'zod/mini';
import type { declaredLink, member } from '#contract/staff.ts';
import type { MemberStatus } from '#domain/staff/status.ts';
import type { StatusKind } from '../../ui/badge.tsx';

export type Member = z.infer<typeof member>;
export type DeclaredLink = z.infer<typeof declaredLink>;

/** How the status of a member looks. */
export const memberLooks: Readonly<Record<MemberStatus, StatusKind>> = {
  invited: 'waiting',
  active: 'done',
  suspended: 'attention',
  left: 'idle',
  revoked: 'refused',
};
