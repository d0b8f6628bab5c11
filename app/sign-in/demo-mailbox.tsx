import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useSearch } from 'wouter';
import { DEMONSTRATION_ACCOUNTS } from '#content/demonstration-accounts.ts';
import { emailField } from '#domain/fields.ts';
import { byCursor, query } from '../api/queries.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { isDemo } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EnvelopeDrawing } from '../ui/drawings/envelope.tsx';
import { TextField } from '../ui/field.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import './entrance-forms.css';
import './demo-mailbox.css';

const path = '/courrier-de-demonstration';
const pageSize = 20;
/** Refetch interval in milliseconds: visitors wait here for a mail they have just requested. */
const lookAgainAfter = 5_000;

const mailboxOf = (recipient: string) => `${path}?recipient=${encodeURIComponent(recipient)}`;

/** `/courrier-de-demonstration`: the mails that a demonstration stores instead of sending. */
export default function DemoMailbox() {
  const { t } = useWords();
  const recipient = new URLSearchParams(useSearch()).get('recipient')?.trim() ?? '';
  if (!isDemo) {
    return (
      <Page className="entrance-page">
        <PageHead title={t('mailbox.onlyDemo')} />
        <PageTitle size="quiet" lead={t('mailbox.onlyDemoText')}>
          {t('mailbox.onlyDemo')}
        </PageTitle>
      </Page>
    );
  }
  return (
    <Page className="entrance-page" data-wide>
      <PageHead title={t('mailbox.title')} />
      <PageTitle size="quiet" lead={t('mailbox.lead')}>
        {t('mailbox.title')}
      </PageTitle>
      <div className="stack" data-gap="5">
        <ChooseRecipient key={recipient} recipient={recipient} />
        {emailField.safeParse(recipient).success ? <Mails recipient={recipient} /> : null}
      </div>
    </Page>
  );
}

function ChooseRecipient({ recipient }: { recipient: string }) {
  const { t, tKey } = useWords();
  const [typed, setTyped] = useState(recipient);
  const [fault, setFault] = useState<string | null>(null);
  const read = () => {
    const address = emailField.safeParse(typed);
    if (address.success) navigate(mailboxOf(address.data), { replace: true });
    else setFault(address.error.issues[0]?.message ?? 'validation.email');
  };
  return (
    <Card>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          read();
        }}
      >
        <TextField
          label={t('mailbox.address')}
          hint={t('mailbox.addressHint')}
          error={fault ? tKey(fault) : undefined}
          name="recipient"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(null);
          }}
          required
        />
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {t('mailbox.read')}
          </Button>
        </div>
      </form>
      <nav className="mailbox-shortcuts" aria-label={t('mailbox.orOf')}>
        <p>{t('mailbox.orOf')}</p>
        <ul>
          {DEMONSTRATION_ACCOUNTS.map(({ email }) => (
            <li key={email}>
              <a href={mailboxOf(email)}>{email}</a>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}

function Mails({ recipient }: { recipient: string }) {
  const { t } = useWords();
  const { moment } = useFormats();
  const pages = useInfiniteQuery({
    ...query.mailbox.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ recipient, cursor, limit: pageSize }),
      ...byCursor,
    }),
    refetchInterval: lookAgainAfter,
  });
  const mails = pages.data?.pages.flatMap((page) => page.mails);
  return (
    <Card title={t('mailbox.of', { recipient })}>
      <p className="visually-hidden" role="status">
        {mails ? t('mailbox.count', { count: mails.length }) : ''}
      </p>
      {mails && mails.length > 0 ? (
        <>
          <Accordion
            items={mails.map((mail) => ({
              id: mail.id,
              title: (
                <>
                  <span>{mail.subject}</span>
                  <time className="mailbox-moment" dateTime={mail.createdAt}>
                    {moment(mail.createdAt)}
                  </time>
                </>
              ),
              content: <MailText text={mail.text} />,
            }))}
            defaultOpen={0}
          />
          <LoadMore
            label={t('mailbox.more')}
            loadingText={t('common.loading')}
            endText={t('mailbox.end')}
            hasMore={pages.hasNextPage}
            loading={pages.isFetchingNextPage}
            onLoad={() => void pages.fetchNextPage()}
          />
        </>
      ) : null}
      {mails && mails.length === 0 ? (
        <EmptyState drawing={<EnvelopeDrawing />} title={t('mailbox.empty')}>
          {t('mailbox.emptyText')}
        </EmptyState>
      ) : null}
      {pages.isError && !mails ? (
        <ErrorState
          title={t('mailbox.failed')}
          retryLabel={t('common.retry')}
          retrying={pages.isFetching}
          onRetry={() => void pages.refetch()}
        >
          {t('mailbox.failedText')}
        </ErrorState>
      ) : null}
      {mails || pages.isError ? null : <SkeletonList label={t('common.loading')} />}
    </Card>
  );
}

/** The plain text of a mail, paragraph by paragraph, with its addresses as links. */
function MailText({ text }: { text: string }) {
  return (
    <div className="mailbox-text">
      {text
        .trim()
        .split('\n\n')
        .map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a mail never change places.
          <p key={index}>
            {paragraph.split(/(https?:\/\/\S+)/).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its words.
              <Fragment key={place}>{place % 2 === 1 ? <MailLink address={part} /> : part}</Fragment>
            ))}
          </p>
        ))}
    </div>
  );
}

/** A link into this site keeps its path but uses the current host, which may differ from the one in mails. */
function MailLink({ address }: { address: string }) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return address;
  return <a href={url.pathname + url.search + url.hash}>{address}</a>;
}
