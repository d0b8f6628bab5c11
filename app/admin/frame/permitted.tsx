import type { ReactNode } from 'react';
import type { Permission } from '#domain/operations.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type AdminSection, adminHref, allSections, readingOf } from './sections.ts';

/** Renders its children only with the permission. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay()(to) ? children : null;
}

/** Returns which tabs the signed-in person may open. */
export function useMayOpen(): (section: AdminSection) => boolean {
  const may = useMay();
  return (section) => {
    const reading = readingOf[section];
    return reading === null || may(reading);
  };
}

/** Replaces a page that the person may not read, with a link to the first one that they may. */
export function NotPermitted() {
  const t = useT();
  const mayOpen = useMayOpen();
  const first = allSections.find(mayOpen) ?? 'security';
  return (
    <EmptyState
      headingLevel="h2"
      title={t('admin.notPermitted.title')}
      action={<LinkButton href={adminHref(first)}>{t(`admin.tabs.${first}`)}</LinkButton>}
    >
      {t('admin.notPermitted.text')}
    </EmptyState>
  );
}
