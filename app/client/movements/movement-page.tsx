import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { movementWithFacts } from '#contract/overview.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { legalDay } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { asProblem } from '../../api/problem.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Figure } from '../../ui/figure.tsx';
import { BackLink } from '../../ui/layout.tsx';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { type Step, Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { AccountAmount } from '../accounts/account-amount.tsx';
import type { Movement, Withdrawal } from '../accounts/overview.ts';
import { DisputeHelp } from '../corrections/disputes.tsx';
import { DownloadButton } from '../frame/download-button.tsx';
import { clientHref, loanHref } from '../frame/sections.ts';
import { usePhaseSentence } from '../withdrawals/phase-sentence.ts';
import { RecallHelp } from '../withdrawals/recall-help.tsx';
import { TransferStatusBadge } from '../withdrawals/transfer-status.tsx';

type MovementFacts = z.infer<typeof movementWithFacts>;

/** The badge and the sentence of the transfer behind a movement. */
function TransferState({ transfer }: { transfer: Withdrawal }) {
  const sentence = usePhaseSentence(transfer);
  return (
    <div className="movement-state">
      <TransferStatusBadge status={transfer.status} />
      {sentence ? <p className="request-note">{sentence}</p> : null}
    </div>
  );
}

/** A term with its value; nothing where there is none. */
const fact = (term: string, value: Definition['value'] | null): Definition[] =>
  value === null ? [] : [{ key: term, term, value }];

/** The facts of a movement, those that it has. */
function useFacts(facts: MovementFacts): Definition[] {
  const { movement, counterpart, message, endToEndId, loan, transfer } = facts;
  const t = useT();
  const format = useFormats();
  const { amountMinor, original, valueDay, createdAt, currency, balanceAfterMinor } = movement;
  const isPayee = transfer !== null || amountMinor < 0;
  const day = legalDay(new Date(createdAt));
  return [
    ...fact(
      t(isPayee ? 'client-transactions.facts.payee' : 'client-transactions.facts.payer'),
      counterpart && (counterpart.name ?? t('client-transactions.facts.unnamed')),
    ),
    ...fact(
      t('client-transactions.facts.iban'),
      counterpart?.iban ? <span className="iban">{formatIban(counterpart.iban)}</span> : null,
    ),
    ...fact(t('client-transactions.facts.bank'), counterpart?.bankName ?? null),
    ...fact(t('client-transactions.facts.message'), message),
    ...fact(t('client-transactions.facts.loan'), loan && <a href={loanHref(loan.id)}>{loan.purpose}</a>),
    ...fact(
      t('client-transactions.facts.original'),
      original &&
        t(original.rateAsOf ? 'client.movements.convertedOn' : 'client.movements.converted', {
          amount: format.amount(original.amountMinor, original.currency),
          rate: format.exchangeRate(original.rate),
          date: original.rateAsOf ? format.day(original.rateAsOf) : '',
        }),
    ),
    ...fact(t('client-transactions.facts.bookingDay'), format.day(day)),
    ...fact(t('client-transactions.facts.valueDay'), format.day(valueDay ?? day)),
    ...fact(
      t('client-transactions.facts.balanceAfter'),
      <AccountAmount minor={balanceAfterMinor} currency={currency} />,
    ),
    ...fact(t('client-transactions.facts.reference'), <Copied text={movement.referenceNumber} />),
    ...fact(
      t('client-transactions.facts.endToEnd'),
      endToEndId && <span className="movement-end-to-end">{endToEndId}</span>,
    ),
  ];
}

/** A reference with the button that copies it. */
function Copied({ text }: { text: string }) {
  const t = useT();
  return (
    <span className="movement-reference">
      {text}{' '}
      <CopyButton
        text={text}
        size="dense"
        tone="quiet"
        label={t('client-transactions.facts.copy')}
        copiedLabel={t('client-transactions.facts.copied')}
        onFail={() => toast({ tone: 'warning', title: t('client-transactions.facts.copyFailed') })}
      />
    </span>
  );
}

/** The days of a transfer in their order. One that has left arrives by a day; that it has arrived only its bank's statement says. */
function TransferSteps({ transfer }: { transfer: Withdrawal }) {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const { createdAt, days, phase } = transfer;
  const step = (key: 'asked' | 'sent' | 'settled' | 'returned' | 'refused', day: string | null): Step[] =>
    day === null ? [] : [{ key, title: t(`client-transactions.steps.${key}`), description: format.day(day) }];
  const done = [
    ...step('asked', legalDay(new Date(createdAt))),
    ...step('sent', days.sent),
    ...step('settled', days.settled),
    ...step(phase === 'bank-refused' ? 'refused' : 'returned', days.returned),
  ];
  const isUnderWay = phase === 'sent' && days.arrivesBy !== null && days.arrivesBy >= today;
  const next: Step[] = isUnderWay
    ? [
        {
          key: 'arrives',
          title: t('client-transactions.steps.arrives'),
          description: t('client-transactions.steps.arrivesBy', { date: format.day(days.arrivesBy ?? '') }),
        },
      ]
    : [];
  return (
    <Card title={t('client-transactions.steps.title')}>
      <Stepper
        look="list"
        label={t('client-transactions.steps.title')}
        steps={[...done, ...next]}
        current={done.length}
        doneLabel={t('client-transactions.steps.done')}
      />
    </Card>
  );
}

/** What the client may do about a movement that left the account; nothing where nothing is possible. */
function MovementHelp({ movement, transfer }: { movement: Movement; transfer: Withdrawal | null }) {
  const t = useT();
  return (
    <Card title={t('client-transactions.help')} flush className="movement-help-card no-print">
      <ul className="movement-helps">
        {transfer ? <RecallHelp transfer={transfer} /> : null}
        <DisputeHelp
          movement={movement}
          isBack={transfer?.phase === 'returned' || transfer?.phase === 'bank-refused'}
        />
        <li className="movement-help">
          <div>
            <p className="movement-title">{t('client-transactions.other')}</p>
            <p className="request-note">{t('client-transactions.otherText')}</p>
          </div>
          <a href={clientHref('help')}>{t('client-transactions.contact')}</a>
        </li>
      </ul>
    </Card>
  );
}

function MovementDetails({ facts }: { facts: MovementFacts }) {
  const t = useT();
  const format = useFormats();
  const named = useMovementWords();
  const items = useFacts(facts);
  const { movement, transfer } = facts;
  const isCredit = movement.amountMinor > 0;
  return (
    <div className="stack" data-gap="5">
      <Card
        ledge
        className="movement-card"
        title={named(movement)}
        actions={
          <DownloadButton path={`/api/documents/transactions/${movement.id}/notice.pdf`} isTranslated>
            {t(
              transfer && !isCredit
                ? 'client-transactions.notice.executed'
                : 'client-transactions.notice.other',
            )}
          </DownloadButton>
        }
      >
        <div className="movement-head">
          <Figure
            label={t(isCredit ? 'client-transactions.credited' : 'client-transactions.debited', {
              moment: format.moment(movement.createdAt),
            })}
          >
            <AccountAmount
              minor={movement.amountMinor}
              currency={movement.currency}
              signed
              positive={isCredit}
            />
          </Figure>
          {transfer ? <TransferState transfer={transfer} /> : null}
        </div>
      </Card>
      <div className="movement-columns">
        <Card title={t('client-transactions.details')}>
          <DefinitionList items={items} />
        </Card>
        {transfer ? <TransferSteps transfer={transfer} /> : null}
      </div>
      <MovementHelp movement={movement} transfer={isCredit ? null : transfer} />
    </div>
  );
}

/**
 * The page of one movement: its facts, its transfer, its notice as a PDF, and what may be done about it.
 * @param props `of` says what `id` names: the movement, or the transfer that it executed.
 */
export default function MovementPage({ id, of }: { id: string; of: 'movement' | 'transfer' }) {
  const { t } = useWords();
  const movement = useQuery({
    ...query.overview.movement.queryOptions({ input: { id } }),
    enabled: of === 'movement',
  });
  const byTransfer = useQuery({
    ...query.overview.movementOfTransfer.queryOptions({ input: { id } }),
    enabled: of === 'transfer',
  });
  const asked = of === 'movement' ? movement : byTransfer;
  const isMissing = asked.isError && ['not-found', 'request.invalid'].includes(asProblem(asked.error).code);
  return (
    <div className="stack">
      <BackLink href={clientHref(of === 'movement' ? 'transactions' : 'transfers')}>
        {t(of === 'movement' ? 'client-transactions.back' : 'client-transactions.backToTransfers')}
      </BackLink>
      {asked.data ? <MovementDetails facts={asked.data} /> : null}
      {isMissing ? (
        <ErrorState title={t('client-transactions.missing')} headingLevel="h2">
          {t('client-transactions.missingText')}
        </ErrorState>
      ) : null}
      {asked.isError && !asked.data && !isMissing ? (
        <ErrorState
          title={t('client-transactions.movementFailed')}
          headingLevel="h2"
          retryLabel={t('common.retry')}
          retrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data || asked.isError ? null : <SkeletonList label={t('common.loading')} rows={8} />}
    </div>
  );
}
