import { signOut } from '../api/session.ts';
import { useT } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

/** Signs out and goes to a path; says so when the server did not hear it: whoever sits down next would come in. */
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
