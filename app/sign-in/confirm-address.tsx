import { api } from '../api/client.ts';
import { useT } from '../i18n/t.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { LinkPage, useMailedLink } from './link-page.tsx';

/** `/confirmer-adresse`: the target of the link that confirms a new or unconfirmed address. */
export default function ConfirmAddress() {
  const t = useT();
  const { end, data, isSending, send } = useMailedLink(api.profile.confirmEmail);
  return (
    <LinkPage title={t('confirm-address.title')}>
      {data ? (
        <Notice
          tone="success"
          live="polite"
          title={t('confirm-address.done')}
          actions={
            <LinkButton href={data.isStaff ? '/admin-login' : '/client-dashboard'}>
              {t('confirm-address.toSpace')}
            </LinkButton>
          }
        >
          {t('confirm-address.doneText', { email: data.email })}
        </Notice>
      ) : end ? (
        <Notice tone="warning" live="assertive" title={t(`confirm-address.${end}`)}>
          {t(`confirm-address.${end}Text`)}
        </Notice>
      ) : (
        <div className="stack">
          <p>{t('confirm-address.text')}</p>
          <p>
            <Button
              tone="primary"
              loading={isSending}
              loadingText={t('confirm-address.sending')}
              onClick={send}
            >
              {t('confirm-address.confirm')}
            </Button>
          </p>
        </div>
      )}
    </LinkPage>
  );
}
