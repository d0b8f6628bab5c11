import { type LimitedOperation, limitFor } from '#domain/staff/limits.ts';
import { useSession } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';

/** A limit in words: « 1 000,00 € par opération, 5 000,00 € par jour ». */
export function useLimitWords() {
  const t = useT();
  const { amount } = useFormats();
  return ({
    perActEurMinor,
    perDayEurMinor,
  }: {
    readonly perActEurMinor: number | null;
    readonly perDayEurMinor: number | null;
  }) =>
    [
      perActEurMinor === null ? null : t('admin.limits.perAct', { amount: amount(perActEurMinor, 'EUR') }),
      perDayEurMinor === null ? null : t('admin.limits.perDay', { amount: amount(perDayEurMinor, 'EUR') }),
    ]
      .filter(Boolean)
      .join(', ');
}

/**
 * How much the reader does alone of an operation, before they do it, and that what is beyond is proposed to others (STAFF-42). Nothing for
 * somebody without a limit.
 * @param eurMinor the amount at hand in euro cents; null while it is not known.
 * @param isQuiet whether only an amount beyond the limit is worth a word.
 */
export function LimitNote({
  operation,
  eurMinor,
  isQuiet = false,
}: {
  operation: LimitedOperation;
  eurMinor: number | null;
  isQuiet?: boolean;
}) {
  const t = useT();
  const inWords = useLimitWords();
  const { session } = useSession();
  const limit = limitFor(session?.limits ?? [], operation);
  if (!limit) return null;
  const most = Math.min(
    limit.perActEurMinor ?? Number.MAX_SAFE_INTEGER,
    limit.perDayEurMinor ?? Number.MAX_SAFE_INTEGER,
  );
  const isBeyond = eurMinor !== null && eurMinor > most;
  if (isQuiet && !isBeyond) return null;
  return (
    <Notice tone={isBeyond ? 'warning' : 'info'} title={t('admin.limits.yours', { limit: inWords(limit) })}>
      {isBeyond ? t('admin.limits.beyond') : null}
    </Notice>
  );
}
