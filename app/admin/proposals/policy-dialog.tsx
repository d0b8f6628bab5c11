import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { EXPIRIES, type Expiry, MAX_ROWS, MAX_SLOTS } from '#domain/proposals/policy.ts';
import { policyScope } from '#domain/proposals/policy-change.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from './approval-needed.ts';
import { PolicyComparison } from './policy-comparison.tsx';
import { changeAndFocus, PolicyRowFields } from './policy-row-fields.tsx';
import type { Policy } from './proposal-words.ts';
import { newRow, rowAsTyped, type TypedRow, typedDeviation } from './typed-policy-row.ts';

/** The policy as it is typed, and what is wrong with it. */
function useTypedPolicy(policy: Policy) {
  const { locale } = useWords();
  const [rows, setRows] = useState<readonly TypedRow[]>(() =>
    policy.rows.map((row) => rowAsTyped(row, locale)),
  );
  const [isCumulative, setCumulative] = useState(policy.isCumulative);
  const [expiry, setExpiry] = useState<Expiry>(policy.expiry);
  const { emergencyUpToEurMinor: before } = policy;
  const [emergency, setEmergency] = useState(before === null ? '' : amountAsTyped(before, 'EUR', locale));
  const [from, setFrom] = useState('');
  const aboveOf = ({ isAlways, amount }: TypedRow) => (isAlways ? -1 : typedAmount(amount, 'EUR', locale));
  const emergencyMinor = emergency.trim() === '' ? null : typedAmount(emergency, 'EUR', locale);
  const isAmount = (value: number | null | undefined): value is number =>
    typeof value === 'number' && value >= 0;
  const lacksAmount = (row: TypedRow) => !row.isAlways && !isAmount(aboveOf(row));
  const isDeviationUnread = ({ deviation }: TypedRow) => typedDeviation(deviation, locale) === null;
  const lacksRole = (row: TypedRow) => row.slots.some((slot) => slot.roles.length === 0);
  const isEmergencyUnread = emergency.trim() !== '' && !isAmount(emergencyMinor);
  const isReady =
    rows.length > 0 &&
    !rows.some((row) => lacksAmount(row) || isDeviationUnread(row) || lacksRole(row)) &&
    !isEmergencyUnread;
  /** What is left out is not asked: a row without types of account holds under each. */
  const ruleOf = (row: TypedRow) => {
    const bps = typedDeviation(row.deviation, locale);
    return {
      above: aboveOf(row) ?? -1,
      conditions: [...row.conditions],
      ...(row.accountTypes.length > 0 ? { accountTypes: [...row.accountTypes] } : {}),
      ...(typeof bps === 'number' ? { rateDeviationBps: bps } : {}),
    };
  };
  return {
    rows,
    setRows,
    isCumulative,
    setCumulative,
    expiry,
    setExpiry,
    emergency,
    setEmergency,
    from,
    setFrom,
    lacksAmount,
    isDeviationUnread,
    isEmergencyUnread,
    command: isReady
      ? {
          operation: policy.operation,
          seenVersion: policy.planned?.version ?? policy.version,
          rows: rows.map((row) => ({
            ...ruleOf(row),
            approvers: row.slots.map(({ roles }) => [...roles]),
          })),
          isCumulative,
          expiry,
          emergencyUpToEurMinor: emergencyMinor ?? null,
          ...(from === '' ? {} : { from }),
        }
      : null,
  };
}

type TypedPolicy = ReturnType<typeof useTypedPolicy>;

/** What holds for all rows: whether acts count together, until when others may approve, up to what an emergency may go, from which day on. */
function TermsFields({ policy, typed }: { policy: Policy; typed: TypedPolicy }) {
  const { t, tKey } = useWords();
  const { hasAmount, mayBeEmergency } = policyScope(policy.operation);
  return (
    <fieldset className="form">
      <legend className="form-legend">{t('admin-proposals.policies.terms')}</legend>
      {hasAmount ? (
        <Checkbox
          label={t('admin-proposals.policies.cumulative')}
          hint={t('admin-proposals.policies.cumulativeHint')}
          checked={typed.isCumulative}
          onChange={(event) => typed.setCumulative(event.target.checked)}
        />
      ) : null}
      <Select
        label={t('admin-proposals.policies.expiry')}
        value={typed.expiry}
        options={EXPIRIES.map((value) => ({ value, label: t(`admin-proposals.policies.expiries.${value}`) }))}
        onChange={(event) => typed.setExpiry(event.target.value as Expiry)}
      />
      {mayBeEmergency ? (
        <AmountField
          label={t('admin-proposals.policies.emergency')}
          hint={t('admin-proposals.policies.emergencyHint')}
          suffix="EUR"
          value={typed.emergency}
          error={typed.isEmergencyUnread ? tKey('validation.amount.invalid') : undefined}
          onChange={(event) => typed.setEmergency(event.target.value)}
        />
      ) : null}
      <DateField
        label={t('admin-proposals.policies.startsOn')}
        hint={t('admin-proposals.policies.startsOnHint')}
        value={typed.from}
        onChange={(event) => typed.setFrom(event.target.value)}
      />
    </fieldset>
  );
}

/** Changes the policy of an operation whole: when others approve, who they are, and until when (FOUR-1). A change is approved by others itself. */
// Longer than 70 lines: it is one form, with its sending.
export function PolicyDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const { t, tKey } = useWords();
  const { day } = useFormats();
  const { done } = useAnnounce();
  const typed = useTypedPolicy(policy);
  const { rows, setRows, command } = typed;
  const [isTried, setTried] = useState(false);
  const form = useScreenForm({ initial: {}, schema: z.object({}) });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.policies.change, {
    onSuccess: () => {
      done('admin-proposals.policies.changed');
      void refresh(['proposals']);
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem);
      void refresh(['proposals']);
    },
  });
  const propose = useProposeWord('policies.change', command);
  const fields = useRef<HTMLDivElement>(null);
  const remove = (row: TypedRow) =>
    changeAndFocus(
      () => setRows(rows.filter(({ key }) => key !== row.key)),
      () => fields.current?.children[Math.min(rows.indexOf(row), rows.length - 2)],
    );
  const change = (key: string, row: TypedRow) => setRows(rows.map((one) => (one.key === key ? row : one)));
  return (
    <FormDialog
      title={t(`admin-proposals.operations.${policy.operation}`)}
      description={t('admin-proposals.policies.changeText')}
      size="wide"
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-proposals.policies.save')}
      submitting={t('admin-proposals.sending')}
      sending={sending}
      onSend={() => {
        setTried(true);
        if (command) send(command);
      }}
      onClose={onClose}
    >
      {isTried && !command ? (
        <Notice tone="danger" live="assertive" title={tKey('validation.form.missing')}>
          {t('admin-proposals.policies.incomplete')}
        </Notice>
      ) : null}
      {policy.planned ? (
        <Notice
          tone="warning"
          title={t('admin-proposals.policies.planned', { day: day(policy.planned.from) })}
        >
          {t('admin-proposals.policies.plannedText')}
        </Notice>
      ) : null}
      <div className="form" ref={fields}>
        {rows.map((row, index) => (
          <PolicyRowFields
            key={row.key}
            operation={policy.operation}
            row={row}
            number={index + 1}
            isTried={isTried}
            lacksAmount={typed.lacksAmount(row)}
            isDeviationUnread={typed.isDeviationUnread(row)}
            maxSlots={MAX_SLOTS}
            onChange={(next) => change(row.key, next)}
            onRemove={rows.length > 1 ? () => remove(row) : null}
          />
        ))}
      </div>
      {rows.length < MAX_ROWS ? (
        <p>
          <Button size="dense" onClick={() => setRows([...rows, newRow(policy.operation)])}>
            {t('admin-proposals.policies.addRow')}
          </Button>
        </p>
      ) : null}
      <TermsFields policy={policy} typed={typed} />
      <PolicyComparison before={policy} asked={command} />
    </FormDialog>
  );
}
