import { useEffect, useRef, useState } from 'react';
import {
  TRANSFER_SIMULATION_DELAY_MS,
  type TransferSimulationInput,
  transferSimulationVerdict,
} from '#domain/enquiries/transfer-simulation.ts';
import { readAmount } from '#domain/money/typed-number.ts';
import { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { institution } from '../../page/institution.ts';
import { forgetSimulation, keepSimulation } from '../../page/kept-simulation.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { namedProblems, useRefusalToast } from '../enquiry-form.tsx';
import { useKeptTyping } from '../kept-typing.ts';

const rulesIn = (locale: string) => () =>
  import('#domain/enquiries/transfer-simulation-schema.ts').then(({ transferSimulationInputIn }) =>
    transferSimulationInputIn(locale),
  );

const empty = { amount: '', recipientName: '', recipientIban: '', description: '' };

type IbanRules = typeof import('./iban-rules.ts');

/** The rules of IBANs, fetched once something is typed that they judge. Null until then, and where they cannot be fetched: they stop nobody. */
function useIbanRules(typed: string): IbanRules | null {
  const [rules, setRules] = useState<IbanRules | null>(null);
  const isWanted = rules === null && typed !== '';
  useEffect(() => {
    let isCurrent = true;
    if (isWanted)
      import('./iban-rules.ts').then(
        (loaded) => isCurrent && setRules(loaded),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return rules;
}

/** What is said of an IBAN while it is typed. It never stops anyone (docs/rules.md, IBAN). */
function useIbanRemark(typed: string): string | null {
  const { t, tKey } = useWords();
  const rules = useIbanRules(typed);
  if (!rules) return null;
  const iban = rules.normalizeIban(typed);
  if (iban.length < 2) return null;
  const verdict = rules.ibanVerdict(iban);
  if (verdict.ok) return tKey('validation.iban.valid');
  const length = rules.ibanLength(verdict.countryCode);
  // The same sentence until the last character: said once, not at every key.
  if (verdict.reason === 'length' && length !== null && iban.length < length)
    return t('transfer-simulator.ibanGoing', { length });
  return tKey(`validation.iban.${verdict.reason}`);
}

const useTransferForm = (locale: string) => useScreenForm({ initial: empty, schema: rulesIn(locale) });

/** The simulation that runs: after its delay it is kept for the client area, told and handed on. A second press begins no other. */
function useRunning(forget: () => void, onDone: (input: TransferSimulationInput) => void) {
  const { t, locale } = useWords();
  const [running, setRunning] = useState<TransferSimulationInput | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the simulation that began, and its end, matter.
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      forget();
      keepSimulation({
        kind: 'transfer',
        amountMinor: readAmount(running.amount, 'EUR', locale) ?? 0,
        recipientName: running.recipientName,
        recipientIban: running.recipientIban,
        description: running.description ?? '',
      });
      toast({
        title: t('transfer-simulator.created'),
        description: t('transfer-simulator.createdText'),
      });
      onDone(running);
    }, TRANSFER_SIMULATION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [running]);

  return { running, begin: (input: TransferSimulationInput) => setRunning((before) => before ?? input) };
}

function TransferFields({
  form,
  isRunning,
}: {
  form: ReturnType<typeof useTransferForm>;
  isRunning: boolean;
}) {
  const { t, tKey } = useWords();
  const ibanRemark = useIbanRemark(form.typed.recipientIban);
  return (
    <>
      <p className="form-legend">{tKey('validation.form.required')}</p>
      <AmountField
        label={t('transfer-simulator.fields.amount')}
        required
        suffix="€"
        width="sm"
        readOnly={isRunning}
        {...form.field('amount')}
      />
      <TextField
        label={t('transfer-simulator.fields.recipientName')}
        required
        hint={t('transfer-simulator.nameHint')}
        autoComplete="off"
        readOnly={isRunning}
        {...form.field('recipientName')}
      />
      <TextField
        label={t('transfer-simulator.fields.recipientIban')}
        required
        placeholder={t('transfer-simulator.ibanPlaceholder')}
        remark={ibanRemark}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={isRunning}
        {...form.field('recipientIban')}
      />
      <TextField
        label={t('transfer-simulator.fields.description')}
        optionalText={t('common.optional')}
        hint={t('transfer-simulator.descriptionHint')}
        maxLength={140}
        autoComplete="off"
        readOnly={isRunning}
        {...form.field('description')}
      />
    </>
  );
}

function TransferForm({ onDone }: { onDone: (input: TransferSimulationInput) => void }) {
  const { t, tKey, locale } = useWords();
  const element = useRef<HTMLFormElement>(null);
  const form = useTransferForm(locale);
  const { forget } = useKeptTyping('transfer-simulation', element, form);
  const { running, begin } = useRunning(forget, onDone);

  useRefusalToast(form, () => {
    const verdict = transferSimulationVerdict(form.typed, locale);
    if (verdict.ok) return null;
    return {
      title: t('transfer-simulator.error'),
      description: t(
        verdict.reason === 'missing' ? 'transfer-simulator.missing' : 'transfer-simulator.amountInvalid',
      ),
    };
  });

  return (
    <form
      className="form"
      ref={element}
      // Without JavaScript the Enter key would put the IBAN in the address; this way of sending sends nothing.
      method="dialog"
      noValidate
      aria-label={t('transfer-simulator.title')}
      onSubmit={form.onSubmit(begin)}
    >
      <noscript>
        <Notice>{t('transfer-simulator.noScript', { phone: institution.phone.display })}</Notice>
      </noscript>
      <FormSummary
        title={tKey('validation.form.summary')}
        problems={namedProblems(form.problems, {
          amount: t('transfer-simulator.fields.amount'),
          recipientName: t('transfer-simulator.fields.recipientName'),
          recipientIban: t('transfer-simulator.fields.recipientIban'),
          description: t('transfer-simulator.fields.description'),
        })}
        attempt={form.attempt}
      />
      <TransferFields form={form} isRunning={running !== null} />
      <div className="form-actions only-scripted">
        <Button
          type="submit"
          tone="primary"
          size="large"
          loading={running !== null}
          loadingText={t('transfer-simulator.submitting')}
        >
          {t('transfer-simulator.submit')}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {running ? t('transfer-simulator.submitting') : ''}
      </p>
    </form>
  );
}

function Recap({ input, onAgain }: { input: TransferSimulationInput; onAgain: () => void }) {
  const { t, locale } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rules = useIbanRules(input.recipientIban);
  const isWrong = rules !== null && !rules.ibanVerdict(input.recipientIban).ok;
  return (
    <Card ledge>
      <div className="stack" data-gap="5">
        <h2 className="enquiry-title" ref={heading} tabIndex={-1}>
          {t('transfer-simulator.recap.title')}
        </h2>
        <DefinitionList
          items={[
            {
              key: 'amount',
              term: t('transfer-simulator.recap.amount'),
              value: (
                <Amount minor={readAmount(input.amount, 'EUR', locale) ?? 0} currency="EUR" size="large" />
              ),
            },
            {
              key: 'name',
              term: t('transfer-simulator.recap.recipientName'),
              value: input.recipientName,
              strong: true,
            },
            {
              key: 'iban',
              term: t('transfer-simulator.recap.recipientIban'),
              value: (
                <span className="tabular">
                  {rules && !isWrong ? rules.formatIban(input.recipientIban) : input.recipientIban}
                </span>
              ),
            },
            {
              key: 'description',
              term: t('transfer-simulator.recap.description'),
              value: input.description || t('transfer-simulator.recap.none'),
            },
          ]}
        />
        {isWrong ? <Notice tone="warning">{t('transfer-simulator.recap.ibanWrong')}</Notice> : null}
        <Notice title={t('transfer-simulator.recap.signIn')}>
          {t('transfer-simulator.recap.nothingSent')}
        </Notice>
        <div className="form-actions">
          <LinkButton tone="primary" size="large" href="/auth">
            {t('transfer-simulator.recap.next')}
          </LinkButton>
          <Button size="large" onClick={onAgain}>
            {t('transfer-simulator.recap.again')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The island `transfer-simulator`: the form, then its summary, beside the steps of a transfer. */
export default function TransferSimulator() {
  const { t } = useWords();
  const [done, setDone] = useState<TransferSimulationInput | null>(null);
  const again = () => {
    setDone(null);
    forgetSimulation();
    // The button that was pressed is gone: the focus goes to the head of the form that takes its place.
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  return (
    <div className="enquiry-frame">
      {done ? <Recap input={done} onAgain={again} /> : <TransferForm onDone={setDone} />}
      <aside className="enquiry-aside" aria-label={t('transfer-simulator.process.title')}>
        <Card title={t('transfer-simulator.process.title')}>
          <Stepper
            look="list"
            label={t('transfer-simulator.process.title')}
            current={done ? 1 : 0}
            steps={[
              {
                key: 'create',
                title: t('transfer-simulator.process.create'),
                description: t('transfer-simulator.process.createNote'),
              },
              {
                key: 'validate',
                title: t('transfer-simulator.process.validate'),
                description: t('transfer-simulator.process.validateNote'),
              },
              {
                key: 'execute',
                title: t('transfer-simulator.process.execute'),
                description: t('transfer-simulator.process.executeNote'),
              },
            ]}
          />
        </Card>
      </aside>
    </div>
  );
}
