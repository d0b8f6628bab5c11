import { useT } from '../../i18n/t.ts';

/** In the place of what the reader may not see: dots, which a screen reader says as « Réservé » (STAFF-5). */
export function Reserved() {
  const t = useT();
  return (
    <span>
      <span aria-hidden="true">•••</span>
      <span className="visually-hidden">{t('admin.reserved')}</span>
    </span>
  );
}
