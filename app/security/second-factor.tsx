import './second-factor.css';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import Smartphone from 'lucide-react/icons/smartphone';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { MAX_PASSKEYS } from '#domain/sessions/second-factor.ts';
import { useBankNow } from '../api/bank-clock.ts';
import type { api } from '../api/client.ts';
import { canUsePasskeys, passkeyAddress } from '../api/passkey.ts';
import { query, refresh } from '../api/queries.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../ui/states.tsx';

type Dialogs = typeof import('./second-factor-dialogs.tsx');
// Rarely opened: loaded on demand.
const dialog = <Name extends keyof Dialogs & `${string}Dialog`>(name: Name) =>
  lazy<Dialogs[Name]>(() => import('./second-factor-dialogs.tsx').then((file) => ({ default: file[name] })));
const SetUpDialog = dialog('SetUpDialog');
const AddPasskeyDialog = dialog('AddPasskeyDialog');
const RenewDialog = dialog('RenewDialog');
const RemoveDialog = dialog('RemoveDialog');

/** Number of recovery codes below which new ones are recommended. */
const fewCodes = 3;

type State = Awaited<ReturnType<typeof api.secondFactor.current>>;
type Passkey = State['passkeys'][number];
type Opened = 'setUp' | 'addPasskey' | 'renew' | { remove: Passkey | null };

/** One second factor, or the button that adds one. */
function Factor({
  icon,
  title,
  note,
  action,
}: {
  icon: ReactNode;
  title: string;
  note: string;
  action: ReactNode;
}) {
  return (
    <li className="factor">
      <span className="factor-icon">{icon}</span>
      <div>
        <p className="factor-title">{title}</p>
        <p className="factor-note">{note}</p>
      </div>
      {action}
    </li>
  );
}

/** @param props.onRemove null for the last factor where one is required: the server refuses to remove it. */
function PasskeyFactor({ passkey, onRemove }: { passkey: Passkey; onRemove: (() => void) | null }) {
  const { t } = useWords();
  const format = useFormats();
  const now = useBankNow();
  const day = format.day(passkey.createdAt);
  return (
    <Factor
      icon={<KeyRound aria-hidden="true" />}
      title={passkey.name}
      note={
        passkey.lastUsedAt
          ? t('security.passkey.used', { day, ago: format.ago(passkey.lastUsedAt, now) })
          : t('security.passkey.unused', { day })
      }
      action={
        onRemove ? (
          <Button
            size="dense"
            tone="danger-quiet"
            aria-label={t('security.passkey.removeOf', { name: passkey.name })}
            onClick={onRemove}
          >
            {t('security.passkey.remove')}
          </Button>
        ) : null
      }
    />
  );
}

function Factors({ state, onOpen }: { state: State; onOpen: (opened: Opened) => void }) {
  const { t } = useWords();
  const format = useFormats();
  const { activatedAt, passkeys } = state;
  const count = passkeys.length + (activatedAt ? 1 : 0);
  // The server refuses to remove the last factor where one is required.
  const mayRemove = !(state.isRequired && count === 1);
  const isPossible = canUsePasskeys();
  const address = passkeyAddress();
  const impossible = address
    ? t('security.passkey.elsewhere', { address })
    : t('security.passkey.impossible');
  const addTone = state.isRequired && count === 0 ? 'primary' : 'secondary';
  return (
    <ul className="factors">
      {passkeys.map((passkey) => (
        <PasskeyFactor
          key={passkey.id}
          passkey={passkey}
          onRemove={mayRemove ? () => onOpen({ remove: passkey }) : null}
        />
      ))}
      {activatedAt ? (
        <Factor
          icon={<Smartphone aria-hidden="true" />}
          title={t('security.app.title')}
          note={t('security.app.since', { day: format.day(activatedAt) })}
          action={
            mayRemove ? (
              <Button size="dense" tone="danger-quiet" onClick={() => onOpen({ remove: null })}>
                {t('security.off.open')}
              </Button>
            ) : null
          }
        />
      ) : null}
      {passkeys.length < MAX_PASSKEYS ? (
        <Factor
          icon={<Plus aria-hidden="true" />}
          title={t(passkeys.length > 0 ? 'security.passkey.another' : 'security.passkey.title')}
          note={isPossible ? t('security.passkey.lead') : impossible}
          action={
            isPossible ? (
              <Button size="dense" tone={addTone} onClick={() => onOpen('addPasskey')}>
                {t('security.passkey.add')}
              </Button>
            ) : null
          }
        />
      ) : null}
      {activatedAt ? null : (
        <Factor
          icon={<Plus aria-hidden="true" />}
          title={t('security.app.title')}
          note={t('security.app.lead')}
          action={
            <Button size="dense" tone={isPossible ? 'secondary' : addTone} onClick={() => onOpen('setUp')}>
              {t('security.setUp.open')}
            </Button>
          }
        />
      )}
    </ul>
  );
}

/** « Double authentification »: the passkeys and the authenticator app of the signed-in client or administrator. */
export function SecondFactorCard() {
  const { t } = useWords();
  const asked = useQuery(query.secondFactor.current.queryOptions());
  const [opened, setOpened] = useState<Opened | null>(null);
  const state = asked.data;
  const isOn = state !== undefined && (state.activatedAt !== null || state.passkeys.length > 0);
  const close = () => {
    setOpened(null);
    // Only now, after the codes were shown: refreshing the session leaves this screen when a second factor was required.
    void refresh(['session']);
  };
  return (
    <Card
      title={t('security.title')}
      actions={
        state ? (
          <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'security.isOn' : 'security.isOff')}</Badge>
        ) : null
      }
    >
      {state ? (
        <div className="stack">
          {state.isRequired && !isOn ? (
            <Notice tone="warning" title={t('security.requiredTitle')}>
              {t('security.required')}
            </Notice>
          ) : null}
          <p>{t(isOn ? 'security.leadOn' : 'security.lead')}</p>
          <Factors state={state} onOpen={setOpened} />
          {isOn ? (
            <div className="factor-codes">
              {state.recoveryCodesLeft > 0 ? (
                <p>{t('security.codes.left', { count: state.recoveryCodesLeft })}</p>
              ) : null}
              <Button size="dense" onClick={() => setOpened('renew')}>
                {t('security.renew.open')}
              </Button>
            </div>
          ) : null}
          {isOn && state.recoveryCodesLeft < fewCodes ? (
            <Notice tone="warning">
              {t(state.recoveryCodesLeft > 0 ? 'security.codes.few' : 'security.codes.none')}
            </Notice>
          ) : null}
        </div>
      ) : null}
      {asked.isError && !state ? (
        <ErrorState
          title={t('security.failed')}
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {state || asked.isError ? null : <SkeletonList label={t('common.loading')} rows={2} />}
      {state ? (
        <Suspense fallback={null}>
          {opened === 'setUp' ? <SetUpDialog state={state} onClose={close} /> : null}
          {opened === 'addPasskey' ? <AddPasskeyDialog state={state} onClose={close} /> : null}
          {opened === 'renew' ? <RenewDialog state={state} onClose={close} /> : null}
          {typeof opened === 'object' && opened ? (
            <RemoveDialog passkey={opened.remove} state={state} onClose={close} />
          ) : null}
        </Suspense>
      ) : null}
    </Card>
  );
}
