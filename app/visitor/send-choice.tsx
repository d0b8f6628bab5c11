import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { buildMailto, buildMessagingLink } from '#domain/enquiries/message.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../institution.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.ts';

/** How an enquiry leaves the site (specification, public area, section 7). */
export type Channel = 'email' | 'messaging';

/** An enquiry that is ready to leave. */
export interface Enquiry {
  readonly subject: string;
  readonly text: string;
}

/**
 * The two ways an enquiry can leave. They are links: the browser follows them as it follows any other, and `onSent` is told once it
 * has.
 */
export function SendChoices({ enquiry, onSent }: { enquiry: Enquiry; onSent: (channel: Channel) => void }) {
  const t = useT();
  const { customerServiceEmail: to, messagingNumber } = institution;
  // After the browser's own handling of the click: the link must still be on the page then.
  const sent = (channel: Channel) => () => setTimeout(() => onSent(channel));
  return (
    <div className="send">
      <ul className="send-choices">
        <li>
          <a
            className="send-choice"
            href={buildMailto({ to, subject: enquiry.subject, body: enquiry.text })}
            onClick={sent('email')}
          >
            <Mail aria-hidden="true" />
            <span>
              <strong>{t('visitor.send.email')}</strong>
              <span>{t('visitor.send.emailNote', { address: to })}</span>
            </span>
          </a>
        </li>
        {messagingNumber ? (
          <li>
            <a
              className="send-choice"
              href={buildMessagingLink({ number: messagingNumber, text: enquiry.text })}
              target="_blank"
              rel="noreferrer"
              onClick={sent('messaging')}
            >
              <MessageCircle aria-hidden="true" />
              <span>
                <strong>{t('visitor.send.messaging')}</strong>
                <span>{t('visitor.send.messagingNote')}</span>
              </span>
            </a>
          </li>
        ) : null}
      </ul>
      <p className="send-warning">{t('visitor.send.warning')}</p>
      <CopyButton
        size="dense"
        tone="quiet"
        text={enquiry.text}
        label={t('visitor.send.copy')}
        copiedLabel={t('visitor.send.copied')}
        onFail={() => toast({ tone: 'warning', title: t('visitor.send.copyFailed') })}
      />
    </div>
  );
}

/** « Choisissez votre méthode d'envoi »: shown while there is an enquiry to send. */
export function SendDialog({
  enquiry,
  onClose,
  onSent,
}: {
  enquiry: Enquiry | null;
  onClose: () => void;
  onSent: (channel: Channel) => void;
}) {
  const t = useT();
  return (
    <Dialog
      open={enquiry !== null}
      onClose={onClose}
      title={t('visitor.send.title')}
      description={t('visitor.send.text')}
      closeLabel={t('common.close')}
    >
      {enquiry ? <SendChoices enquiry={enquiry} onSent={onSent} /> : null}
    </Dialog>
  );
}
