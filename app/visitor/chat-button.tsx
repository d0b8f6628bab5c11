import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useT } from '../i18n/t.ts';
import { institution, mailLink, messagingLink } from '../institution.ts';

const panelId = 'chat-choices';

/** The floating button and its two choices. A native popover: it works before and without JavaScript. */
export function ChatButton() {
  const t = useT();
  const messaging = messagingLink();
  return (
    <div className="chat">
      <button
        type="button"
        className="chat-button"
        popoverTarget={panelId}
        aria-label={t('visitor.chat.open')}
      >
        <MessageCircle aria-hidden="true" />
      </button>
      <div className="chat-panel" id={panelId} popover="auto">
        <p className="chat-title">{t('visitor.chat.title')}</p>
        <ul className="menu-list">
          <li>
            <a className="menu-item" href={mailLink(institution.customerServiceEmail, institution.brandName)}>
              <Mail aria-hidden="true" />
              {t('visitor.chat.email')}
            </a>
          </li>
          {messaging ? (
            <li>
              <a className="menu-item" href={messaging} target="_blank" rel="noreferrer">
                <MessageCircle aria-hidden="true" />
                {t('visitor.chat.messaging')}
              </a>
            </li>
          ) : null}
        </ul>
      </div>
    </div>
  );
}
