import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts';
import type { GovernedOperation, PolicyCondition } from '#domain/proposals/policy.ts';
import { policyScope } from '#domain/proposals/policy-change.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { AmountField, NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { newSlot, type TypedRow, type TypedSlot } from './typed-policy-row.ts';

const toggled = <Item,>(all: readonly Item[], one: Item, isOn: boolean): Item[] =>
  isOn ? [...all, one] : all.filter((other) => other !== one);

/** Takes something out of a form, and gives the focus to what stands there then: who works by keyboard goes on from where they were. */
export function changeAndFocus(change: () => void, findNext: () => Element | null | undefined): void {
  flushSync(change);
  const next = findNext();
  if (next instanceof HTMLElement) next.focus();
}

/** The button that takes a part of the form out; to who hears it, it says which one. */
function Removal({
  act,
  of: name,
  tone,
  onRemove,
}: {
  act: string;
  of: string;
  tone: 'quiet' | 'danger-quiet';
  onRemove: () => void;
}) {
  const { t } = useWords();
  return (
    <Button
      size="dense"
      tone={tone}
      aria-label={t('admin-proposals.policies.removeOf', { act, name })}
      onClick={onRemove}
    >
      {act}
    </Button>
  );
}

/** One approval: who of which roles may give it. */
function SlotFields({
  slot,
  legend,
  isLacking,
  onChange,
  onRemove,
}: {
  slot: TypedSlot;
  legend: string;
  isLacking: boolean;
  onChange: (roles: readonly string[]) => void;
  onRemove: (() => void) | null;
}) {
  const { t } = useWords();
  const may = useMay();
  const list = useQuery({ ...query.roles.list.queryOptions(), enabled: may('roles.list') });
  const known = (list.data?.roles ?? []).filter(({ holdsAll }) => !holdsAll);
  // A role that is gone, or that the reader may not list, stays by its code.
  const others = slot.roles.filter((code) => !known.some((role) => role.code === code));
  const roles = [...known, ...others.map((code) => ({ code, label: code }))];
  return (
    // Takes the focus in the place of one that was taken out.
    <fieldset className="policy-slot" data-slot tabIndex={-1} data-invalid={isLacking || undefined}>
      <legend>{legend}</legend>
      <div className="cluster">
        {roles.map(({ code, label }) => (
          <Checkbox
            key={code}
            label={label}
            checked={slot.roles.includes(code)}
            onChange={(event) => onChange(toggled(slot.roles, code, event.target.checked))}
          />
        ))}
      </div>
      {isLacking ? <p className="field-error">{t('admin-proposals.policies.roleMissing')}</p> : null}
      {onRemove ? (
        <Removal
          act={t('admin-proposals.policies.removeSlot')}
          of={legend}
          tone="quiet"
          onRemove={onRemove}
        />
      ) : null}
    </fieldset>
  );
}

/** Above which amount others approve; always, or whatever the amount. */
function AboveFields({
  row,
  isLacking,
  onChange,
}: {
  row: TypedRow;
  isLacking: boolean;
  onChange: (row: TypedRow) => void;
}) {
  const { t, tKey } = useWords();
  return (
    <div className="form-row">
      <Select
        label={t('admin-proposals.policies.when')}
        value={row.isAlways ? 'always' : 'above'}
        options={[
          { value: 'above', label: t('admin-proposals.policies.from') },
          { value: 'always', label: t('admin-proposals.policies.always') },
        ]}
        onChange={(event) => onChange({ ...row, isAlways: event.target.value === 'always' })}
      />
      {row.isAlways ? null : (
        <AmountField
          label={t('admin-proposals.policies.amount')}
          suffix="EUR"
          required
          value={row.amount}
          error={isLacking ? tKey('validation.amount.invalid') : undefined}
          onChange={(event) => onChange({ ...row, amount: event.target.value })}
        />
      )}
    </div>
  );
}

/** When others approve: from an amount on, and under which conditions. */
function WhenFields({
  operation,
  row,
  isLacking,
  isDeviationUnread,
  onChange,
}: {
  operation: GovernedOperation;
  row: TypedRow;
  isLacking: boolean;
  isDeviationUnread: boolean;
  onChange: (row: TypedRow) => void;
}) {
  const { t } = useWords();
  const { hasAmount, hasClient, hasRate, conditions } = policyScope(operation);
  // Conditions that the institution's file names stay, also those of which nothing is kept yet.
  const offered: readonly PolicyCondition[] = [...new Set([...conditions, ...row.conditions])];
  return (
    <>
      {hasAmount ? <AboveFields row={row} isLacking={isLacking} onChange={onChange} /> : null}
      {hasRate ? (
        <NumberField
          label={t('admin-proposals.policies.deviation')}
          hint={t('admin-proposals.policies.deviationHint')}
          inputMode="decimal"
          suffix="%"
          width="sm"
          value={row.deviation}
          error={isDeviationUnread ? t('admin-proposals.policies.deviationInvalid') : undefined}
          onChange={(event) => onChange({ ...row, deviation: event.target.value })}
        />
      ) : null}
      {offered.length > 0 ? (
        <fieldset className="policy-slot">
          <legend>{t('admin-proposals.policies.onlyIf')}</legend>
          {offered.map((condition) => (
            <Checkbox
              key={condition}
              label={t(`admin-proposals.policies.conditions.${condition}`)}
              hint={conditions.includes(condition) ? undefined : t('admin-proposals.policies.unknownHint')}
              checked={row.conditions.includes(condition)}
              onChange={(event) =>
                onChange({ ...row, conditions: toggled(row.conditions, condition, event.target.checked) })
              }
            />
          ))}
        </fieldset>
      ) : null}
      {hasClient ? (
        <fieldset className="policy-slot">
          <legend>{t('admin-proposals.policies.accountTypes')}</legend>
          <div className="cluster">
            {ACCOUNT_TYPES.map((type) => (
              <Checkbox
                key={type}
                label={t(`common.accountTypes.${type}`)}
                checked={row.accountTypes.includes(type)}
                onChange={(event) =>
                  onChange({ ...row, accountTypes: toggled(row.accountTypes, type, event.target.checked) })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}

/** Changes the approvals of a row, and keeps the focus among them. */
function useSlots(
  row: TypedRow,
  onChange: (row: TypedRow) => void,
  fields: RefObject<HTMLFieldSetElement | null>,
) {
  const { slots } = row;
  const setSlots = (next: readonly TypedSlot[]) => onChange({ ...row, slots: next });
  const slotAt = (index: number) => fields.current?.querySelectorAll('[data-slot]')[index];
  const addSlot = () =>
    changeAndFocus(
      () => setSlots([...slots, newSlot()]),
      () => slotAt(slots.length)?.querySelector('input'),
    );
  const removeSlot = (slot: TypedSlot) =>
    changeAndFocus(
      () => setSlots(slots.filter((one) => one !== slot)),
      () => slotAt(Math.min(slots.indexOf(slot), slots.length - 2)),
    );
  return { setSlots, addSlot, removeSlot };
}

/** The fields of one row of a policy. */
export function PolicyRowFields({
  operation,
  row,
  number,
  isTried,
  lacksAmount,
  isDeviationUnread,
  maxSlots,
  onChange,
  onRemove,
}: {
  operation: GovernedOperation;
  row: TypedRow;
  /** Its place, from 1. */
  number: number;
  /** Whether it was sent once: what is missing is told from then on. */
  isTried: boolean;
  lacksAmount: boolean;
  isDeviationUnread: boolean;
  maxSlots: number;
  onChange: (row: TypedRow) => void;
  onRemove: (() => void) | null;
}) {
  const { t } = useWords();
  const legend = t('admin-proposals.policies.rowNumber', { number });
  const fields = useRef<HTMLFieldSetElement>(null);
  const { isAdded } = row;
  useEffect(() => {
    if (isAdded) fields.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [isAdded]);
  const { setSlots, addSlot, removeSlot } = useSlots(row, onChange, fields);
  return (
    <fieldset className="form policy-edit" ref={fields} tabIndex={-1}>
      <legend className="form-legend">{legend}</legend>
      <WhenFields
        operation={operation}
        row={row}
        isLacking={lacksAmount && (isTried || row.amount !== '')}
        isDeviationUnread={isDeviationUnread}
        onChange={onChange}
      />
      {row.slots.map((slot, index) => (
        <SlotFields
          key={slot.key}
          slot={slot}
          legend={t('admin-proposals.policies.slotNumber', { number: index + 1 })}
          isLacking={isTried && slot.roles.length === 0}
          onChange={(roles) => setSlots(row.slots.map((one) => (one === slot ? { ...one, roles } : one)))}
          onRemove={row.slots.length > 1 ? () => removeSlot(slot) : null}
        />
      ))}
      <div className="cluster">
        {row.slots.length < maxSlots ? (
          <Button size="dense" onClick={addSlot}>
            {t('admin-proposals.policies.addSlot')}
          </Button>
        ) : null}
        {onRemove ? (
          <Removal
            act={t('admin-proposals.policies.removeRow')}
            of={legend}
            tone="danger-quiet"
            onRemove={onRemove}
          />
        ) : null}
      </div>
    </fieldset>
  );
}
