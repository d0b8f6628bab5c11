import Phone from 'lucide-react/icons/phone';
import { api } from '../api/client.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { LinkPage, useMailedLink } from './link-page.tsx';

/** `/garder-mon-adresse`: the target of the link mailed to the present address when a change was requested. */
export default function KeepAddress() {
  const t = useT();
  const { end, data, isSending, send } = useMailedLink(api.profile.stopEmail);
  // A phone number must not wrap.
  const phone = { ...institution.phone, display: institution.phone.display.replaceAll(' ', '\u00a0') };

  return (
    <LinkPage title={t('keep-address.title')}>
      {data ? (
        <Notice
          tone="success"
          live="polite"
          title={t('keep-address.done')}
          actions={
            <LinkButton tone="primary" href={`/auth#token=${data.passwordToken}`}>
              {t('keep-address.newPassword')}
            </LinkButton>
          }
        >
          <div className="stack">
            <p>{t('keep-address.doneText')}</p>
            <p>{t('keep-address.check', { phone: phone.display })}</p>
          </div>
        </Notice>
      ) : end ? (
        <Notice
          tone="warning"
          live="assertive"
          title={t('keep-address.over')}
          actions={
            <LinkButton href={phone.href} icon={<Phone aria-hidden="true" />}>
              {t('keep-address.call', { phone: phone.display })}
            </LinkButton>
          }
        >
          {t('keep-address.overText')}
        </Notice>
      ) : (
        <div className="stack">
          <p>{t('keep-address.text')}</p>
          <section className="stack" aria-labelledby="what-happens">
            <h2 className="entrance-subtitle" id="what-happens">
              {t('keep-address.what')}
            </h2>
            <ul className="entrance-list">
              <li>{t('keep-address.whatAddress')}</li>
              <li>{t('keep-address.whatDevices')}</li>
              <li>{t('keep-address.whatPassword')}</li>
            </ul>
          </section>
          <p>
            <Button
              tone="primary"
              loading={isSending}
              loadingText={t('keep-address.stopping')}
              onClick={send}
            >
              {t('keep-address.stop')}
            </Button>
          </p>
          <p className="entrance-note">{t('keep-address.wasMe')}</p>
        </div>
      )}
    </LinkPage>
  );
}
