import { useInfiniteQuery } from '@tanstack/react-query';
import { maskedIban } from '#domain/accounts/iban.ts';
import { MANDATE_STATES } from '#domain/mandates/mandate.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DataCell, DataRow, RowLink } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { adminHref } from '../frame/sections.ts';
import { MandatePanel } from './mandate-panel.tsx';
import { type Mandate, mandateLooks } from './mandate-words.ts';

const ROWS = 30;

function MandateRow({
  mandate,
  isOpened,
  onOpen,
}: {
  mandate: Mandate;
  isOpened: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  const { day } = useFormats();
  return (
    <DataRow selected={isOpened} data-row={mandate.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {mandate.displayName}
        </RowLink>
        <span className="cell-note tabular nowrap">{mandate.reference}</span>
      </DataCell>
      <DataCell label={t('direct-debits.mandates.account')} data-col="extra">
        {mandate.bankName}
        <span className="cell-note tabular nowrap">{maskedIban(mandate.iban)}</span>
      </DataCell>
      <DataCell label={t('direct-debits.mandates.signed')} data-col="extra">
        {mandate.signedOn ? day(mandate.signedOn) : t('direct-debits.mandates.notSigned')}
      </DataCell>
      <DataCell label={t('direct-debits.mandates.state')}>
        <StatusBadge kind={mandateLooks[mandate.state]}>
          {t(`direct-debits.states.${mandate.state}`)}
        </StatusBadge>
        {mandate.isToCall ? (
          <span className="cell-note queue-late">{t('direct-debits.mandates.toCall')}</span>
        ) : null}
      </DataCell>
    </DataRow>
  );
}

/** Mandates, the newest first; those in a state, or of one client. */
export function MandatesList() {
  const t = useT();
  const { get, set } = useDeskState();
  const opened = get('mandate');
  const state = MANDATE_STATES.find((one) => one === get('mandates'));
  const accountId = get('account') ?? undefined;
  const list = useInfiniteQuery(
    query.mandates.review.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: ROWS, state, accountId }),
      ...byCursor,
    }),
  );
  const mandates = list.data?.pages.flatMap((page) => page.mandates) ?? [];
  const shown = mandates.find(({ id }) => id === opened);
  return (
    <>
      <div className="mandate-filters">
        <Select
          label={t('direct-debits.mandates.state')}
          value={state ?? ''}
          onChange={(event) => set({ mandates: event.currentTarget.value || null, mandate: null })}
          options={[
            { value: '', label: t('direct-debits.mandates.all') },
            ...MANDATE_STATES.map((value) => ({ value, label: t(`direct-debits.states.${value}`) })),
          ]}
        />
        {accountId ? (
          <LinkButton href={adminHref('withdrawals', { view: 'direct-debits', part: 'mandates' })}>
            {t('direct-debits.mandates.ofAll')}
          </LinkButton>
        ) : null}
      </div>
      <Desk
        list={
          <RowTable
            list={list}
            count={mandates.length}
            skeletonRows={6}
            empty={{ title: t('direct-debits.mandates.none'), text: t('direct-debits.mandates.noneText') }}
            caption={t('direct-debits.mandates.caption')}
            columns={[
              { label: t('admin.client') },
              { label: t('direct-debits.mandates.account'), isExtra: true },
              { label: t('direct-debits.mandates.signed'), isExtra: true },
              { label: t('direct-debits.mandates.state') },
            ]}
            below={<MoreRows list={list} label={t('direct-debits.more')} />}
          >
            {mandates.map((mandate) => (
              <MandateRow
                key={mandate.id}
                mandate={mandate}
                isOpened={mandate.id === opened}
                onOpen={() => set({ mandate: mandate.id })}
              />
            ))}
          </RowTable>
        }
        panel={shown ? <MandatePanel mandate={shown} onClose={() => set({ mandate: null })} /> : null}
      />
    </>
  );
}
