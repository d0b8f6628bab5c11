import { signOut } from '../api/session.ts';
import { useT } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

/**
 * Signs out and goes to a path; warns when the server could not be reached, because the session is then still open for the next person at this
 * computer.
 */
export function useSignOut(to: string): () => void {
  const t = useT();
  const leave = async () => {
    if (await signOut(to)) return;
    toast({
      tone: 'warning',
      title: t('common.signOutFailed'),
      description: t('common.signOutFailedText'),
      action: { label: t('common.retry'), onPress: () => void leave() },
    });
  };
  return () => void leave();
}
