import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type HousePart, partsByStatus } from '#domain/desk/house-parts.ts';
import type { Permission } from '#domain/operations.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useCounts } from '../desk/counts.ts';
import { type AdminSection, adminHref, allSections, clientHref, readingOf } from './sections.ts';
import { isTabOfHouse } from './tabs-of-house.ts';

/** Renders its children only with the permission. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay()(to) ? children : null;
}

/** A client's name, which opens their page for who may read it. */
export function ClientLink({ accountId, children }: { accountId: string; children: ReactNode }) {
  return useMay()('clients.show') ? <a href={clientHref(accountId)}>{children}</a> : children;
}

/** What the house has; until it is read, what its status gives. */
export function useParts(): readonly HousePart[] {
  return useCounts().data?.parts ?? partsByStatus(institution);
}

/** Returns which tabs of the house the signed-in person may open. */
export function useMayOpen(): (section: AdminSection) => boolean {
  const may = useMay();
  const parts = useParts();
  return (section) => {
    const reading = readingOf[section];
    return isTabOfHouse(section, parts) && (reading === null || may(reading));
  };
}

/** Replaces a page that the person may not read: which roles have it, and a link to the first page that they may (STAFF-11). */
export function NotPermitted({ to }: { to: Permission }) {
  const t = useT();
  const mayOpen = useMayOpen();
  const first = allSections.find(mayOpen) ?? 'security';
  const holders = useQuery({
    ...query.roles.holders.queryOptions({ input: { permission: to } }),
    enabled: useMay()('roles.holders'),
  });
  return (
    <EmptyState
      headingLevel="h2"
      title={t('admin.notPermitted.title')}
      action={<LinkButton href={adminHref(first)}>{t(`admin.tabs.${first}`)}</LinkButton>}
    >
      {holders.data ? (
        <p>{t('admin.notPermitted.holders', { roles: holders.data.labels.join(', ') })}</p>
      ) : null}
      <p>{t('admin.notPermitted.text')}</p>
    </EmptyState>
  );
}
