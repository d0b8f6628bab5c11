import MessageCircle from 'lucide-react/icons/message-circle';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { ReachChoices } from './reach-choices.tsx';

const panelId = 'chat-choices';

/** The floating button and its two links. A native popover, so that it works without JavaScript. */
export function ChatButton() {
  const t = useT();
  return (
    <aside className="chat" data-floats aria-label={t('visitor.chat.open')}>
      <button
        type="button"
        className="chat-button"
        popoverTarget={panelId}
        aria-label={t('visitor.chat.open')}
      >
        <MessageCircle aria-hidden="true" />
        <span className="chat-words">{t('visitor.chat.open')}</span>
      </button>
      <div className="chat-panel" id={panelId} popover="auto">
        <p className="chat-title">{t('visitor.chat.title')}</p>
        <ul className="menu-list">
          <ReachChoices
            subject={institution.brandName}
            text={t('visitor.chat.text')}
            labels={{ email: t('visitor.chat.email'), messaging: t('visitor.chat.messaging') }}
          />
        </ul>
      </div>
    </aside>
  );
}
