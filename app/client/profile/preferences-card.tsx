import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { query, queryClient } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { languagesOfArea } from '../../page/area-language.ts';
import { LanguagePreference, ThemePreference } from '../../page/preferences.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';

/** Mails exist in the languages of the client area. */
const mailLanguages = languagesOfArea('client');

function MailLanguage() {
  const t = useT();
  const showProblem = useProblemToast();
  const asked = useQuery(query.profile.preferences.queryOptions());
  const saving = useSubmission(api.profile.changePreferences, {
    onSuccess: (saved) => {
      queryClient.setQueryData(query.profile.preferences.queryKey(), saved);
      toast({ title: t('client-profile.preferences.mailsSaved') });
    },
    onProblem: (problem) => {
      void asked.refetch();
      showProblem(problem);
    },
  });
  if (asked.isError && !asked.data)
    return (
      <ErrorState
        title={t('client-profile.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={asked.isFetching}
        onRetry={() => void asked.refetch()}
      />
    );
  if (!asked.data) return <Skeleton />;
  const { language } = asked.data;
  return (
    <Select
      name="mailLanguage"
      label={t('client-profile.preferences.mails')}
      hint={t('client-profile.preferences.mailsHint')}
      width="sm"
      // Mails fall back to French.
      value={mailLanguages.some(({ code }) => code === language) ? language : 'fr'}
      aria-busy={saving.isSending || undefined}
      options={mailLanguages.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(event) => saving.send({ language: event.target.value })}
    />
  );
}

/** Preferences: for the screens on this device, for mails on every device. */
export function PreferencesCard() {
  const t = useT();
  return (
    <Card title={t('client-profile.preferences.title')}>
      <div className="stack" data-gap="5">
        <div className="preference">
          <p className="field-label">{t('client-profile.preferences.language')}</p>
          <LanguagePreference area="client" />
        </div>
        <div className="preference">
          <p className="field-label">{t('client-profile.preferences.theme')}</p>
          <ThemePreference />
        </div>
        <MailLanguage />
      </div>
    </Card>
  );
}
