import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAnnounce } from '../desk/announce.ts';

/** Turns second approvals on or off in a demonstration, for those who may (FOUR-2); the top of each screen says to all whether they are on. */
export function FourEyesSwitch({ canToggle }: { canToggle: boolean }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const policies = useQuery(query.policies.list.queryOptions());
  const { send, isSending } = useSubmission(api.proposals.toggle, {
    onSuccess: ({ isOn }) => {
      done(isOn ? 'admin-proposals.turnedOn' : 'admin-proposals.turnedOff');
      void refresh(['proposals']);
    },
    onProblem: (problem) => failed(problem, 'admin.updateFailed'),
  });
  if (!policies.data) return null;
  const { isOn, canTurnOff, hasOthers } = policies.data;
  if (canTurnOff && !canToggle) return null;
  if (!canTurnOff) return <p className="desk-intro">{t('admin-proposals.alwaysOn')}</p>;
  return (
    <div className="stack">
      <Switch
        label={t('admin-proposals.fourEyes')}
        hint={t('admin-proposals.fourEyesHint')}
        checked={isOn}
        aria-busy={isSending || undefined}
        onChange={() => send({ isOn: !isOn })}
      />
      {isOn && !hasOthers ? <Notice tone="warning" title={t('admin-proposals.nobodyElse')} /> : null}
    </div>
  );
}
