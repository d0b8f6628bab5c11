import type * as z from 'zod/mini';
import type { examinedLoan } from '#contract/loans.ts';
import { ageOn } from '#domain/clients/profile.ts';
import { legalDay } from '#domain/time/days.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { lends, movesMoney } from '../../page/institution.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Fact } from '../desk/fact.tsx';
import { PanelLine, PanelLines } from '../desk/panel-lines.tsx';
import { Reserved } from '../desk/reserved.tsx';
import { ClientLink } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';

type Examined = z.infer<typeof examinedLoan>;

/** Who asks: name, age, account, since when, what was verified of them, and what the staff said of them. */
export function WhoAsks({ loan }: { loan: Examined }) {
  const t = useT();
  const { day } = useFormats();
  const now = useBankNow();
  const { client, facts } = loan;
  const { dateOfBirth, identityVerifiedAt, isWarned, isFrozen, accountType, since } = facts.client;
  const unknown = t('admin-facts.unknown');
  const mayReadIdentity = useMay()('fields.identityDocuments');
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-facts.who')}</h3>
      <DefinitionList
        items={[
          {
            term: t('admin.client'),
            value: (
              <>
                <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink>
                <span className="cell-note">{client.email}</span>
              </>
            ),
          },
          {
            term: t('admin-facts.age'),
            value: dateOfBirth
              ? t('admin-facts.years', { count: ageOn(dateOfBirth, legalDay(new Date(now))) })
              : unknown,
          },
          {
            term: t('admin-loans.account'),
            value: (
              <>
                {t(`common.accountTypes.${accountType}`)}
                <span className="cell-note">
                  {t(client.isActivated ? 'admin.activated' : 'admin.notActivated')}
                </span>
              </>
            ),
          },
          { term: t('admin-facts.since'), value: day(since) },
          {
            term: t('admin-facts.identity'),
            // Nothing is said of it to whom it is masked (STAFF-5): « Non vérifiée » would be an answer.
            value: mayReadIdentity ? (
              identityVerifiedAt ? (
                t('admin-facts.verified', { date: day(identityVerifiedAt) })
              ) : (
                t('admin-facts.notVerified')
              )
            ) : (
              <Reserved />
            ),
          },
        ]}
      />
      {isWarned || isFrozen ? (
        <p className="badges">
          {isWarned ? <Badge tone="warning">{t('admin-facts.warned')}</Badge> : null}
          {isFrozen ? <Badge tone="danger">{t('admin-facts.frozen')}</Badge> : null}
        </p>
      ) : null}
    </section>
  );
}

/** What is on the account, what was missed, and its last movements. */
function MoneyOfClient({ loan }: { loan: Examined }) {
  const { t } = useWords();
  const { day, count } = useFormats();
  const named = useMovementWords();
  const { client, facts } = loan;
  const { late, ever } = facts.missedPayments;
  return (
    <>
      <section className="desk-panel-part">
        <h3>{t('admin-facts.account')}</h3>
        <DefinitionList
          look="ledger"
          items={[
            {
              term: t('admin-loans.balance'),
              value: <Amount minor={client.balanceMinor} currency={client.currency} />,
            },
            {
              term: t('admin-facts.available'),
              value: <Amount minor={facts.availableMinor} currency={client.currency} />,
              strong: true,
            },
            // Instalments are missed where they are paid (LC-6).
            ...(lends || ever > 0
              ? [
                  {
                    term: t('admin-facts.missed'),
                    value:
                      ever === 0 ? (
                        t('admin-facts.noMissed')
                      ) : (
                        <Fact kind={late > 0 ? 'bad' : 'doubtful'}>
                          {t('admin-facts.missedOf', { late: count(late), ever: count(ever) })}
                        </Fact>
                      ),
                  },
                ]
              : []),
          ]}
        />
      </section>
      <section className="desk-panel-part">
        <h3>{t('admin-facts.movements')}</h3>
        {facts.lastMovements.length === 0 ? (
          <p className="cell-note">{t('admin-facts.noMovement')}</p>
        ) : (
          <PanelLines>
            {facts.lastMovements.map((movement) => (
              <PanelLine
                key={movement.id}
                end={<Amount minor={movement.amountMinor} currency={client.currency} signed />}
              >
                {named(movement)}
                <span className="cell-note">{day(movement.at)}</span>
              </PanelLine>
            ))}
          </PanelLines>
        )}
      </section>
    </>
  );
}

/** The requests before this one. */
function EarlierRequests({ loan }: { loan: Examined }) {
  const { t } = useWords();
  const { day } = useFormats();
  const { facts } = loan;
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-facts.earlier')}</h3>
      {facts.earlier.length === 0 ? (
        <p className="cell-note">{t('admin-facts.firstRequest')}</p>
      ) : (
        <PanelLines>
          {facts.earlier.map((request) => (
            <PanelLine
              key={request.id}
              end={<Amount minor={request.amountMinor} currency={request.currency} />}
            >
              <a href={adminHref('loans', { loan: request.id })}>{day(request.createdAt)}</a>
              <span className="cell-note">
                {t(`admin-loans.status.${request.status}`)}
                {request.status === 'approved' && !request.isRunning ? ` · ${t('admin-facts.ended')}` : null}
              </span>
            </PanelLine>
          ))}
        </PanelLines>
      )}
    </section>
  );
}

/** The account: what is on it, its last movements, what was missed, and the requests before this one. No money lies with an intermediary (LC-6). */
export function AccountOfClient({ loan }: { loan: Examined }) {
  return (
    <>
      {movesMoney || loan.facts.lastMovements.length > 0 ? <MoneyOfClient loan={loan} /> : null}
      <EarlierRequests loan={loan} />
    </>
  );
}
