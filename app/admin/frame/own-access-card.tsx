import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const dialogs = () => import('./own-access-dialogs.tsx');
const EmailDialog = lazy(() => dialogs().then((file) => ({ default: file.EmailDialog })));
const PasswordDialog = lazy(() => dialogs().then((file) => ({ default: file.PasswordDialog })));

/** « Connexion »: the address and the password of the signed-in member of the staff, which stay their own (STAFF-21). */
export function OwnAccessCard() {
  const { t } = useWords();
  const { session } = useSession();
  const [opened, setOpened] = useState<'email' | 'password' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card title={t('admin-staff.own.title')}>
      <div className="stack">
        <p>
          {t('admin-staff.own.signInWith')} <strong>{session?.email}</strong>
        </p>
        <div className="cluster">
          <Button size="dense" onClick={() => setOpened('email')}>
            {t('admin-staff.own.email.open')}
          </Button>
          <Button size="dense" onClick={() => setOpened('password')}>
            {t('admin-staff.own.password.open')}
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {opened === 'email' ? <EmailDialog onClose={close} /> : null}
        {opened === 'password' ? <PasswordDialog onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}
