import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { DeskPanel } from '../desk/desk.tsx';
import { DownloadButton } from '../desk/download-button.tsx';
import { PanelAmountLine, PanelLine, PanelLines } from '../desk/panel-lines.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { adminHref, clientHref } from '../frame/sections.ts';
import { CallNotice } from './call-notice.tsx';
import { codeWord, debitLooks, type Mandate, mandateLooks } from './mandate-words.ts';
import { SuspensionDialog } from './suspension-dialog.tsx';

function MandateActions({
  mandate,
  onAct,
}: {
  mandate: Mandate;
  onAct: (action: 'suspend' | 'resume') => void;
}) {
  const t = useT();
  const may = useMay();
  return (
    <RowActions>
      {may('mandates.reviewPaper') ? (
        <DownloadButton path={`/api/admin/mandates/${mandate.id}/mandate.pdf`}>
          {t('direct-debits.mandates.paper')}
        </DownloadButton>
      ) : null}
      {mandate.state === 'suspended' && may('mandates.resume') ? (
        <Button size="dense" tone="primary" data-shortcut="a" onClick={() => onAct('resume')}>
          {t('direct-debits.resume.button')}
        </Button>
      ) : null}
      {mandate.state === 'active' && may('mandates.suspend') ? (
        <Button size="dense" tone="danger-quiet" data-shortcut="r" onClick={() => onAct('suspend')}>
          {t('direct-debits.suspend.button')}
        </Button>
      ) : null}
    </RowActions>
  );
}

/** Every account that the mandate was signed for, the last first, with what its bank said of the holder (PAY-12). */
function Signatures({ mandate }: { mandate: Mandate }) {
  const t = useT();
  const { moment } = useFormats();
  return (
    <section className="desk-panel-part">
      <h3>{t('direct-debits.mandates.signatures')}</h3>
      <PanelLines>
        {mandate.signatures.map((one) => (
          <PanelLine
            key={one.number}
            end={
              <span className="cell-note">
                {one.signedAt ? moment(one.signedAt) : t('direct-debits.mandates.notSigned')}
              </span>
            }
          >
            {one.bankName}
            <span className="cell-note tabular">{formatIban(one.iban)}</span>
            {one.checkResult ? (
              <span className="cell-note">{t(`direct-debits.checks.${one.checkResult}`)}</span>
            ) : null}
          </PanelLine>
        ))}
      </PanelLines>
    </section>
  );
}

function Debits({ mandate }: { mandate: Mandate }) {
  const t = useT();
  const { day } = useFormats();
  return (
    <section className="desk-panel-part">
      <h3>{t('direct-debits.mandates.debits')}</h3>
      {mandate.debits.length === 0 ? (
        <p className="cell-note">{t('direct-debits.mandates.noDebits')}</p>
      ) : (
        <PanelLines>
          {mandate.debits.map((debit) => (
            <PanelAmountLine
              key={debit.id}
              minor={debit.amountMinor}
              kind={debitLooks[debit.state]}
              state={t(`direct-debits.debitStates.${debit.state}`)}
            >
              {day(debit.collectionOn)}
              {debit.attempt > 1 ? (
                <span className="cell-note">{t('direct-debits.mandates.second')}</span>
              ) : null}
            </PanelAmountLine>
          ))}
        </PanelLines>
      )}
    </section>
  );
}

/** One mandate: who signed it for which accounts, what it collected, and its suspension (PAY-71). */
export function MandatePanel({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  const t = useT();
  const { day, moment } = useFormats();
  const [acting, setActing] = useState<'suspend' | 'resume' | null>(null);
  const { suspendedAt, suspensionCode, call, endedAt, endReason, signedOn, effectiveOn } = mandate;
  const dated = (label: string, value: string | null) => (value ? [{ term: label, value }] : []);
  return (
    <DeskPanel
      id={mandate.id}
      title={mandate.displayName}
      overline={t('direct-debits.mandates.one')}
      onClose={onClose}
      actions={<MandateActions mandate={mandate} onAct={setActing} />}
    >
      <div className="desk-panel-figure">
        <p className="tabular">{mandate.reference}</p>
        <StatusBadge kind={mandateLooks[mandate.state]}>
          {t(`direct-debits.states.${mandate.state}`)}
        </StatusBadge>
      </div>
      <CallNotice mandate={mandate} />
      <section className="desk-panel-part">
        <DefinitionList
          look="ledger"
          items={[
            { term: t('direct-debits.mandates.account'), value: mandate.bankName },
            { term: 'IBAN', value: formatIban(mandate.iban) },
            { term: t('direct-debits.mandates.holder'), value: mandate.debtorName },
            {
              term: t('direct-debits.mandates.onFailure'),
              value: t(`direct-debits.mandates.${mandate.usesAccount ? 'usesAccount' : 'leavesAccount'}`),
            },
            ...dated(t('direct-debits.mandates.signed'), signedOn && day(signedOn)),
            ...dated(t('direct-debits.mandates.effective'), effectiveOn && day(effectiveOn)),
            ...dated(t('direct-debits.mandates.suspendedAt'), suspendedAt && moment(suspendedAt)),
            ...dated(t('direct-debits.mandates.code'), suspensionCode && codeWord(t, suspensionCode)),
            ...dated(
              t('direct-debits.mandates.called'),
              call &&
                t('direct-debits.mandates.calledBy', {
                  moment: moment(call.at),
                  name: call.by ?? t('admin.someone'),
                  note: call.note,
                }),
            ),
            ...dated(t('direct-debits.mandates.endedAt'), endedAt && moment(endedAt)),
            ...dated(
              t('direct-debits.mandates.endReason'),
              endReason && t(`direct-debits.endReasons.${endReason}`),
            ),
          ]}
        />
        <p>
          <a href={clientHref(mandate.accountId)}>{t('direct-debits.mandates.client')}</a>
          {' · '}
          <a href={adminHref('loans', { loan: mandate.loanId })}>{t('direct-debits.mandates.loan')}</a>
        </p>
      </section>
      <Debits mandate={mandate} />
      <Signatures mandate={mandate} />
      {acting ? <SuspensionDialog mandate={mandate} action={acting} onClose={() => setActing(null)} /> : null}
    </DeskPanel>
  );
}
