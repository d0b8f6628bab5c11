import Inbox from 'lucide-react/icons/inbox';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useId, useRef } from 'react';
import type { EnquiryInput } from '#domain/enquiries/enquiry.ts';
import { buildMailto, buildMessagingLink } from '#domain/enquiries/message.ts';
import { useT } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.ts';
import { useSiteSending } from './send-by-site.ts';

/** How an enquiry leaves (docs/rules.md, Forms): by the visitor's own programs, or by the site itself. */
export type Channel = 'email' | 'messaging' | 'site';

/** An enquiry ready to be sent. */
export type Enquiry = EnquiryInput;

/** A sent enquiry. The site returns a reference; the visitor's own programs report nothing, not even that they opened. */
export type Sent =
  | { readonly channel: 'email' | 'messaging'; readonly enquiry: Enquiry }
  | {
      readonly channel: 'site';
      readonly enquiry: Enquiry;
      readonly reference: string;
      readonly acknowledged: boolean;
    };

type OnSent = (sent: Sent) => void;

function CopyText({ text }: { text: string }) {
  const t = useT();
  return (
    <CopyButton
      size="dense"
      tone="quiet"
      text={text}
      label={t('sending.copy')}
      copiedLabel={t('sending.copied')}
      onFail={() => toast({ tone: 'warning', title: t('sending.copyFailed') })}
    />
  );
}

/** The ways to send an enquiry. Two are links that the browser follows, with `onSent` called afterwards. The third is the site's own call. */
export function SendChoices({ enquiry, onSent }: { enquiry: Enquiry; onSent: OnSent }) {
  const t = useT();
  const { customerServiceEmail: to, messagingNumber } = institution;
  const { send, isSending } = useSiteSending(onSent);
  // After the browser has handled the click: the link must still be in the page then.
  const sent = (channel: 'email' | 'messaging') => () => setTimeout(() => onSent({ channel, enquiry }));
  return (
    <div className="send">
      <ul className="send-choices">
        <li>
          <button
            type="button"
            className="send-choice"
            aria-disabled={isSending || undefined}
            onClick={() => send(enquiry)}
          >
            <Inbox aria-hidden="true" />
            <span>
              <strong>{t(isSending ? 'sending.siteSending' : 'sending.site')}</strong>
              <span>{t('sending.siteNote')}</span>
            </span>
          </button>
        </li>
        <li>
          <a
            className="send-choice"
            href={buildMailto({ to, subject: enquiry.subject, body: enquiry.text })}
            onClick={sent('email')}
          >
            <Mail aria-hidden="true" />
            <span>
              <strong>{t('sending.email')}</strong>
              <span>{t('sending.emailNote', { address: to })}</span>
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
                <strong>{t('sending.messaging')}</strong>
                <span>{t('sending.messagingNote')}</span>
              </span>
            </a>
          </li>
        ) : null}
      </ul>
      <p className="send-warning">{t('sending.warning')}</p>
      <CopyText text={enquiry.text} />
    </div>
  );
}

/** « Choisissez votre méthode d'envoi »: shown while an enquiry is ready to be sent. */
export function SendDialog({
  enquiry,
  onClose,
  onSent,
}: {
  enquiry: Enquiry | null;
  onClose: () => void;
  onSent: OnSent;
}) {
  const t = useT();
  return (
    <Dialog
      open={enquiry !== null}
      onClose={onClose}
      title={t('sending.title')}
      description={t('sending.text')}
      closeLabel={t('common.close')}
    >
      {enquiry ? <SendChoices enquiry={enquiry} onSent={onSent} /> : null}
    </Dialog>
  );
}

/** Shown after the form was cleared: the site's reference, or the text to copy, because the site cannot tell whether a mail program opened. */
export function AfterSending({
  sent,
  onSent,
  onDismiss,
}: {
  sent: Sent;
  onSent: OnSent;
  onDismiss: () => void;
}) {
  const t = useT();
  const id = useId();
  const notice = useRef<HTMLDivElement>(null);
  const { send, isSending } = useSiteSending(onSent);
  const isReceipt = sent.channel === 'site';
  // The pressed button is removed with its dialog: move the focus to the receipt.
  useEffect(() => {
    if (isReceipt) notice.current?.focus();
  }, [isReceipt]);
  if (sent.channel === 'site')
    return (
      <Notice
        tone="success"
        ref={notice}
        tabIndex={-1}
        title={t('sending.received.title', { reference: sent.reference })}
      >
        <p>
          {t(sent.acknowledged ? 'sending.received.text' : 'sending.received.textAlone', {
            email: sent.enquiry.email,
          })}
        </p>
      </Notice>
    );
  return (
    <Notice title={t('sending.nothingOpened.title')}>
      <p>{t('sending.nothingOpened.text', { address: institution.customerServiceEmail })}</p>
      <label className="visually-hidden" htmlFor={id}>
        {t('sending.nothingOpened.message')}
      </label>
      <textarea id={id} className="send-left" rows={5} readOnly value={sent.enquiry.text} />
      <div className="cluster">
        <Button
          size="dense"
          loading={isSending}
          loadingText={t('sending.siteSending')}
          onClick={() => send(sent.enquiry)}
        >
          {t('sending.site')}
        </Button>
        <CopyText text={sent.enquiry.text} />
        <Button size="dense" tone="quiet" onClick={onDismiss}>
          {t('sending.nothingOpened.dismiss')}
        </Button>
      </div>
    </Notice>
  );
}
