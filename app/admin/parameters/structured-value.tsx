import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import { HOLD_RULES } from '#domain/parameters/hold-rules.ts';
import type { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { AmountField, NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { ATTEMPTS, RULE_MODES, ruleField, SETTINGS_OF_RULE } from './structured-fields.ts';

interface Fields {
  readonly field: ReturnType<typeof useScreenForm>['field'];
  readonly typed: Readonly<Record<string, string>>;
}

/** On or off. */
function Switch({ name, label, field }: Pick<Fields, 'field'> & { name: string; label: string }) {
  const { t } = useWords();
  return (
    <Select
      {...field(name)}
      label={label}
      required
      options={['true', 'false'].map((value) => ({
        value,
        label: t(value === 'true' ? 'dated-data.form.on' : 'dated-data.form.off'),
      }))}
    />
  );
}

/** What a client may send at most: on or off, and an amount for each currency that has one. */
function LimitFields({ field, typed }: Fields) {
  const { t } = useWords();
  return (
    <>
      <Switch name="isOn" label={t('dated-data.form.limit')} field={field} />
      {typed.isOn === 'true'
        ? CURRENCY_CODES.map((code) => (
            <AmountField
              key={code}
              label={code}
              hint={code === 'EUR' ? t('dated-data.form.limitHint') : undefined}
              suffix={code}
              optionalText={t('common.optional')}
              width="sm"
              {...field(code)}
            />
          ))
        : null}
    </>
  );
}

/** The hold rules of a demonstration and of a live institution: each on or off, with its amount, orders and hours. */
function HoldRuleFields({ field, typed }: Fields) {
  const { t } = useWords();
  return RULE_MODES.map((mode) => (
    <fieldset key={mode} className="setting-group stack">
      <legend>{t(`dated-data.form.modes.${mode}`)}</legend>
      {HOLD_RULES.map((rule) => (
        <div key={rule} className="stack">
          <Switch
            name={ruleField(mode, rule, 'isOn')}
            label={t(`dated-data.form.rules.${rule}`)}
            field={field}
          />
          {typed[ruleField(mode, rule, 'isOn')] === 'true'
            ? SETTINGS_OF_RULE[rule].map((setting) =>
                setting === 'fromMinor' ? (
                  <AmountField
                    key={setting}
                    label={t('dated-data.form.fromAmount')}
                    hint={t('dated-data.form.anyCurrency')}
                    suffix="EUR"
                    required
                    width="sm"
                    {...field(ruleField(mode, rule, setting))}
                  />
                ) : (
                  <NumberField
                    key={setting}
                    label={t(setting === 'hours' ? 'dated-data.form.withinHours' : 'dated-data.form.orders')}
                    required
                    width="sm"
                    {...field(ruleField(mode, rule, setting))}
                  />
                ),
              )
            : null}
        </div>
      ))}
    </fieldset>
  ));
}

/** When a programmed transfer is tried: up to four times. */
function AttemptFields({ field }: Pick<Fields, 'field'>) {
  const { t } = useWords();
  return ATTEMPTS.map((index) => (
    <fieldset key={index} className="setting-group stack">
      <legend>{t('dated-data.form.attempt', { number: index + 1 })}</legend>
      <NumberField
        label={t('dated-data.form.attemptDay')}
        hint={index === 0 ? t('dated-data.form.attemptDayHint') : undefined}
        suffix={t('dated-data.unitNames.payment-days')}
        width="sm"
        {...field(`paymentDay${index}`)}
      />
      <TextField label={t('dated-data.form.attemptAt')} width="sm" {...field(`at${index}`)} />
    </fieldset>
  ));
}

/** The fields of a value that holds several settings. */
export function StructuredFields({
  kind,
  ...fields
}: Fields & { kind: 'limits' | 'hold-rules' | 'attempts' }) {
  if (kind === 'limits') return <LimitFields {...fields} />;
  return kind === 'hold-rules' ? <HoldRuleFields {...fields} /> : <AttemptFields field={fields.field} />;
}
