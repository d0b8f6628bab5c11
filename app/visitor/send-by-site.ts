import { useRef, useState } from 'react';
import type { EnquiryInput } from '#domain/enquiries/enquiry.ts';
import { useWords } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';
import type { Receipt } from './post-enquiry.ts';

/** Sends an enquiry by the site: a press after a lost answer reuses the key. A failure is shown in a toast and keeps the input. */
export function useSiteSending(
  onSent: (sent: { channel: 'site'; enquiry: EnquiryInput } & Receipt) => void,
): { send: (enquiry: EnquiryInput) => void; isSending: boolean } {
  const { t, tKey } = useWords();
  // A second press before the next render must not send again.
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const send = async (enquiry: EnquiryInput) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    const post = await import('./post-enquiry.ts').catch(() => null);
    try {
      if (!post) throw new Error('the code did not arrive');
      onSent({ channel: 'site', enquiry, ...(await post.postEnquiry(enquiry)) });
    } catch (error) {
      toast({
        tone: 'destructive',
        title: t('sending.siteFailed'),
        description: post?.refusalWords(error, tKey) ?? t('sending.siteFailedText'),
      });
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };
  return { send: (enquiry) => void send(enquiry), isSending };
}
