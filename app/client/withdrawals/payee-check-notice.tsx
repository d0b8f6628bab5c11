import { asksClient } from '#domain/payees/payee-check.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { judgementOf, type Look } from './last-look.ts';

/**
 * What was answered about the payee's name, in the sentences of PAY-15; the version of them is kept with each check (`texts.vop`).
 * Of a close match the client chooses the name here.
 */
export function PayeeCheckNotice({
  look,
  onChoose,
  onCancel,
}: {
  look: Pick<Look, 'check' | 'chosen'>;
  onChoose: (chosen: 'typed' | 'holder') => void;
  onCancel: () => void;
}) {
  const t = useT();
  const { check, chosen } = look;
  if (!check) return null;
  const simulated = check.isSimulated ? (
    <p className="payee-check-note">{t('client-transfers.check.simulated')}</p>
  ) : null;
  if (!asksClient(check))
    return (
      <Notice tone="success">
        <p>{t('client-transfers.check.match')}</p>
        {simulated}
      </Notice>
    );
  const isChoosing = judgementOf(look) === 'choose';
  const title =
    check.result === 'close-match'
      ? t('client-transfers.check.closeMatch', { name: check.name ?? '' })
      : check.result === 'no-match'
        ? t('client-transfers.check.noMatch')
        : t('client-transfers.check.notPossible');
  return (
    <Notice
      tone="warning"
      live="polite"
      title={title}
      actions={
        isChoosing ? (
          <>
            <Button tone="primary" data-autofocus onClick={() => onChoose('holder')}>
              {t('client-transfers.check.takeName')}
            </Button>
            <Button onClick={() => onChoose('typed')}>{t('client-transfers.check.keepName')}</Button>
            <Button tone="quiet" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          </>
        ) : undefined
      }
    >
      {chosen === 'holder' ? null : <p>{t('client-transfers.check.warning')}</p>}
      {simulated}
    </Notice>
  );
}
