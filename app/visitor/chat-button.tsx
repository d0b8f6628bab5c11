import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { buildMailto, buildMessagingLink } from '#domain/enquiries/message.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../institution.ts';
import { closeWhenLeft } from './close-when-left.ts';

const panelId = 'chat-choices';

/** The floating button and its two choices. A native popover: it works before and without JavaScript. */
export function ChatButton() {
  const t = useT();
  const text = t('visitor.chat.text');
  const mail = buildMailto({
    to: institution.customerServiceEmail,
    subject: institution.brandName,
    body: text,
  });
  const number = institution.messagingNumber;
  return (
    <aside className="chat" aria-label={t('visitor.chat.open')}>
      <button
        type="button"
        className="chat-button"
        popoverTarget={panelId}
        aria-label={t('visitor.chat.open')}
      >
        <MessageCircle aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left. */}
      <div className="chat-panel" id={panelId} popover="auto" onBlur={closeWhenLeft}>
        <p className="chat-title">{t('visitor.chat.title')}</p>
        <ul className="menu-list">
          <li>
            <a className="menu-item" href={mail}>
              <Mail aria-hidden="true" />
              {t('visitor.chat.email')}
            </a>
          </li>
          {number ? (
            <li>
              <a
                className="menu-item"
                href={buildMessagingLink({ number, text })}
                target="_blank"
                rel="noreferrer"
              >
                <MessageCircle aria-hidden="true" />
                {t('visitor.chat.messaging')}
              </a>
            </li>
          ) : null}
        </ul>
      </div>
    </aside>
  );
}
