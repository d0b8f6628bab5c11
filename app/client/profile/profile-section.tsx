import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { query } from '../../api/queries.ts';
import { countryName } from '../../i18n/country-name.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { draftOf } from '../../page/drafts.ts';
import { hasAccounts } from '../../page/institution.ts';
import { SecondFactorCard } from '../../security/second-factor.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import type { Overview } from '../accounts/overview.ts';
import { DownloadButton } from '../frame/download-button.tsx';
import { DeviceSessions } from './device-sessions.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import type { Profile } from './profile.ts';
import { ProfileForm } from './profile-form.tsx';

/** The details as they are known. */
function ProfileView({ person }: { person: Profile }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const given = (text: string | null) =>
    text ?? <span className="not-given">{t('client-profile.notGiven')}</span>;
  const identity: Definition[] = [
    { term: t('client-profile.firstName'), value: person.firstName },
    { term: t('client-profile.lastName'), value: person.lastName },
    {
      term: t('client-profile.dateOfBirth'),
      value: given(person.dateOfBirth && format.day(person.dateOfBirth)),
    },
    { term: t('client-profile.profession'), value: given(person.profession) },
  ];
  const contact: Definition[] = [
    { term: t('client-profile.email'), value: person.email },
    { term: t('client-profile.phone'), value: given(person.phone) },
    { term: t('client-profile.address'), value: given(person.address) },
    { term: t('client-profile.postalCode'), value: given(person.postalCode) },
    { term: t('client-profile.city'), value: given(person.city) },
    { term: t('client-profile.country'), value: countryName(person.country, locale) },
  ];
  return (
    <div className="profile-columns">
      <section>
        <h3 className="profile-title">{t('client-profile.identity')}</h3>
        <DefinitionList items={identity} />
      </section>
      <section>
        <h3 className="profile-title">{t('client-profile.contact')}</h3>
        <DefinitionList items={contact} />
      </section>
    </div>
  );
}

/** What is missing and its use; nothing when phone and address are known. */
function MissingTip({ overview, onComplete }: { overview: Overview; onComplete: () => void }) {
  const { t } = useWords();
  const { phoneMissing, addressMissing } = overview.profile;
  if (!phoneMissing && !addressMissing) return null;
  let words = t('client-profile.tipAddress');
  if (phoneMissing) words = addressMissing ? t('client-profile.tipBoth') : t('client-profile.tipPhone');
  return (
    <Notice
      title={t('client-profile.tipTitle')}
      actions={
        <Button size="dense" onClick={onComplete}>
          {t('client-profile.tipAction')}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}

/** The pressed button goes with what it opened or closed: the focus goes on to the first field, and back to « Modifier ». */
function useFocusBetween(isEditing: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const was = useRef(isEditing);
  useEffect(() => {
    if (was.current !== isEditing)
      (isEditing ? box.current?.querySelector('input') : edit.current)?.focus({ preventScroll: !isEditing });
    was.current = isEditing;
  }, [isEditing]);
  return { box, edit };
}

/** The IBAN and its bank. */
function BankCard({ account }: { account: Overview['account'] }) {
  const { t } = useWords();
  return (
    <Card title={t('client-profile.bank')} footer={t('client-profile.ibanNote')}>
      <DefinitionList
        items={[
          {
            term: t('client-profile.iban'),
            value: account.iban ? (
              <span className="iban tabular">{formatIban(account.iban)}</span>
            ) : (
              <span className="not-given">{t('client.account.noIban')}</span>
            ),
          },
          {
            term: t('client-profile.bankName'),
            value: account.bankName ?? <span className="not-given">{t('client-profile.notGiven')}</span>,
          },
        ]}
      />
    </Card>
  );
}

/** « Mes informations »: read-only, with an edit button. */
export function ProfileSection({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const asked = useQuery(query.clients.profile.queryOptions());
  // What was typed before a session ended is shown where its owner comes back to; leaving the form forgets it.
  const [isEditing, setEditing] = useState(() => draftOf('profile') !== null);
  const person = asked.data?.profile;
  const { account } = overview;
  const { box, edit } = useFocusBetween(isEditing);
  return (
    <div className="stack" data-gap="5" ref={box}>
      {isEditing ? null : <MissingTip overview={overview} onComplete={() => setEditing(true)} />}
      <Card
        title={overview.profile.displayName}
        actions={
          person && !isEditing ? (
            <Button ref={edit} size="dense" onClick={() => setEditing(true)}>
              {t('client-profile.edit')}
            </Button>
          ) : null
        }
      >
        {person && isEditing ? <ProfileForm person={person} onDone={() => setEditing(false)} /> : null}
        {person && !isEditing ? <ProfileView person={person} /> : null}
        {asked.isError && !person ? (
          <ErrorState
            title={t('client-profile.loadFailed')}
            retryLabel={t('common.retry')}
            retrying={asked.isFetching}
            onRetry={() => void asked.refetch()}
          />
        ) : null}
        {person || asked.isError ? null : <SkeletonList label={t('common.loading')} rows={8} />}
      </Card>
      {hasAccounts || account.iban ? <BankCard account={account} /> : null}
      <SecondFactorCard />
      <DeviceSessions />
      <div className="profile-cards">
        <PreferencesCard />
        <Card title={t('client-profile.data.title')}>
          <div className="stack">
            <p>{t('client-profile.data.lead')}</p>
            <div className="cluster">
              <DownloadButton path="/api/documents/personal-data.pdf" isTranslated>
                {t('client-profile.data.pdf')}
              </DownloadButton>
              <DownloadButton path="/api/profile/export">{t('client-profile.data.export')}</DownloadButton>
            </div>
          </div>
        </Card>
      </div>
    </div>
  );
}
