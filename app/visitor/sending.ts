import { useState } from 'react';
import { useT } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

type Sending = typeof import('./send-choice.tsx');

/**
 * The ways to send an enquiry, fetched once there is one: `need` calls `show` when they are here, or says that the window could not be opened; what was
 * typed stays, and the next press tries again.
 */
export function useSending(): { readonly parts: Sending | null; readonly need: (show: () => void) => void } {
  const t = useT();
  const [parts, setParts] = useState<Sending | null>(null);
  const need = (show: () => void) =>
    void import('./send-choice.tsx').then(
      (found) => {
        setParts(found);
        show();
      },
      () =>
        toast({
          tone: 'destructive',
          title: t('visitor.form.failed'),
          description: t('visitor.form.failedText'),
        }),
    );
  return { parts, need };
}
