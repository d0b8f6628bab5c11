import { useEffect, useRef, useState } from 'react';
import {
  PUBLIC_LOAN_MIN_INCOME_MINOR,
  type PublicLoanRequestInput,
  type PublicLoanRequestWords,
  publicLoanLimits,
  publicLoanRequestText,
} from '#domain/enquiries/public-loan-request.ts';
import { useScreenForm } from '../../form/form.ts';
import { amountAsTyped } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { priceList } from '../../page/price-list.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import { EnquiryForm, namedProblems, useRefusalToast } from '../enquiry-form.tsx';
import { useKeptTyping } from '../kept-typing.ts';
import { CreditWarning } from '../legal-sentences.tsx';
import { PersonFields } from '../person-fields.tsx';
import { SendingFrame, useSending } from '../sending.tsx';
import type { LinkedSimulation } from '../simulation-of-link.ts';

const limits = publicLoanLimits(priceList);

const rulesIn = (locale: string) => () =>
  import('#domain/enquiries/public-loan-request-schema.ts').then(({ publicLoanRequestInputIn }) =>
    publicLoanRequestInputIn(locale, limits),
  );

/** In the order of the page: the summary of what is wrong follows it. */
const empty = {
  amount: '',
  monthlyIncome: '',
  duration: '',
  purpose: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  profession: '',
  city: '',
};

function useRequestWords(): PublicLoanRequestWords {
  const { t } = useWords();
  const { amount, months } = useFormats();
  return {
    title: t('loan-request.mail.title'),
    none: t('loan-request.mail.none'),
    fields: {
      firstName: t('loan-request.fields.firstName'),
      lastName: t('loan-request.fields.lastName'),
      email: t('loan-request.fields.email'),
      phone: t('loan-request.fields.phone'),
      amount: t('loan-request.fields.amount'),
      duration: t('loan-request.fields.duration'),
      monthlyIncome: t('loan-request.fields.monthlyIncome'),
      purpose: t('loan-request.fields.purpose'),
      profession: t('loan-request.fields.profession'),
      city: t('loan-request.fields.city'),
    },
    product: t('loan-request.product'),
    products: {
      personal: t('loan-request.products.personal'),
      auto: t('loan-request.products.auto'),
      consolidation: t('loan-request.products.consolidation'),
      project: t('loan-request.products.project'),
    },
    months,
    euros: (amountMinor) => amount(amountMinor, 'EUR'),
  };
}

/** The simulation that the link of the simulator carries, once its code is here; null without one. */
function useSimulation(): LinkedSimulation | null {
  const [simulation, setSimulation] = useState<LinkedSimulation | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const { search } = location;
    if (search.includes('produit='))
      void import('../simulation-of-link.ts').then(
        ({ simulationOfLink }) => isCurrent && setSimulation(simulationOfLink(search)),
        // The form works all the same; its first two values are typed by hand.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, []);
  return simulation;
}

/** The limits of the amount in words. */
function useLimitsInWords() {
  const { amount } = useFormats();
  const euros = (amountMinor: number) => amount(amountMinor, 'EUR', { fractionDigits: 0 });
  return { min: euros(limits.minMinor), max: euros(limits.maxMinor) };
}

function useRequestFields(locale: string) {
  const values = useLimitsInWords();
  return useScreenForm({
    initial: empty,
    schema: rulesIn(locale),
    rephrase: (message) =>
      /^validation\.amount\.(?:min|max)Of$/.test(message) ? { key: message, values } : null,
  });
}

/** The simulation of the link, which fills in the first two fields. */
function useFilledBySimulation(form: ReturnType<typeof useRequestFields>, locale: string) {
  const simulation = useSimulation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that is followed.
  useEffect(() => {
    if (!simulation) return;
    form.restore({
      amount: amountAsTyped(simulation.amountMinor, 'EUR', locale),
      duration: String(simulation.asked),
    });
  }, [simulation]);
  return simulation;
}

interface PartProps {
  readonly form: ReturnType<typeof useRequestFields>;
  readonly words: PublicLoanRequestWords;
}

/** Says what the form was filled with. */
function FromSimulation({
  simulation,
  words,
}: {
  simulation: LinkedSimulation;
  words: PublicLoanRequestWords;
}) {
  const { t } = useWords();
  const { amount, months } = useFormats();
  return (
    <Notice>
      {t('loan-request.fromSimulation.text', {
        product: words.products[simulation.product],
        amount: amount(simulation.amountMinor, 'EUR'),
        duration: months(simulation.durationMonths),
      })}
      {simulation.asked === simulation.durationMonths
        ? null
        : ` ${t('loan-request.fromSimulation.duration', { duration: months(simulation.asked) })}`}
    </Notice>
  );
}

/** The loan that is asked for. */
function ProjectFields({ form, words, simulation }: PartProps & { simulation: LinkedSimulation | null }) {
  const { t } = useWords();
  const { amount, months } = useFormats();
  const limitsInWords = useLimitsInWords();
  return (
    <fieldset className="form-part">
      <legend>{t('loan-request.project')}</legend>
      {simulation ? <FromSimulation simulation={simulation} words={words} /> : null}
      <div className="form-row">
        <AmountField
          label={words.fields.amount}
          required
          suffix="€"
          hint={t('loan-request.amountHint', limitsInWords)}
          {...form.field('amount')}
        />
        <AmountField
          label={words.fields.monthlyIncome}
          required
          suffix="€"
          hint={t('loan-request.incomeHint', {
            min: amount(PUBLIC_LOAN_MIN_INCOME_MINOR, 'EUR', { fractionDigits: 0 }),
          })}
          {...form.field('monthlyIncome')}
        />
      </div>
      <Select
        label={words.fields.duration}
        required
        width="md"
        placeholder={t('loan-request.chooseDuration')}
        options={limits.durations.map((duration) => ({
          value: String(duration),
          label: months(duration),
        }))}
        {...form.field('duration')}
      />
      <TextArea
        label={words.fields.purpose}
        required
        rows={3}
        hint={t('loan-request.purposeHint')}
        {...form.field('purpose')}
      />
    </fieldset>
  );
}

/** The person who asks. */
function PersonPart({ form, words }: PartProps) {
  const { t } = useWords();
  return (
    <fieldset className="form-part">
      <legend>{t('loan-request.you')}</legend>
      <PersonFields form={form} labels={words.fields} isPhoneRequired />
      <div className="form-row">
        <TextField
          label={words.fields.profession}
          optionalText={t('common.optional')}
          autoComplete="organization-title"
          {...form.field('profession')}
        />
        <TextField
          label={words.fields.city}
          optionalText={t('common.optional')}
          autoComplete="address-level2"
          {...form.field('city')}
        />
      </div>
    </fieldset>
  );
}

/** The island `loan-request-form`. */
export default function RequestForm() {
  const { t, tKey, locale } = useWords();
  const words = useRequestWords();
  const element = useRef<HTMLFormElement>(null);
  const form = useRequestFields(locale);
  const { forget } = useKeptTyping('loan-request', element, form);
  const simulation = useFilledBySimulation(form, locale);
  useRefusalToast(form, () => (form.hasMissing ? { title: t('loan-request.missing') } : null));
  const sending = useSending<PublicLoanRequestInput>((how) => {
    form.reset(empty);
    forget();
    if (simulation)
      void import('../simulation-of-link.ts').then(({ forgetSimulation }) => forgetSimulation());
    toast({
      title: t('loan-request.sent'),
      description:
        how.channel === 'site'
          ? t('loan-request.sentSite', { reference: how.reference })
          : t(how.channel === 'email' ? 'loan-request.sentEmail' : 'loan-request.sentMessaging'),
    });
  });
  return (
    <SendingFrame
      sending={sending}
      enquiryOf={(input) => ({
        kind: 'loan-request',
        name: `${input.firstName} ${input.lastName}`,
        email: input.email,
        subject: t('loan-request.mail.subject', { name: institution.brandName }),
        text: publicLoanRequestText(input, words, locale, simulation?.product),
      })}
    >
      <EnquiryForm
        element={element}
        label={t('loan-request.title')}
        onSubmit={form.onSubmit(sending.send)}
        attempt={form.attempt}
        problems={namedProblems(form.problems, words.fields)}
      >
        <ProjectFields form={form} words={words} simulation={simulation} />
        <PersonPart form={form} words={words} />
        <CreditWarning />
        <div className="form-actions">
          <Button type="submit" tone="primary" size="large">
            {t('loan-request.submit')}
          </Button>
        </div>
        <p className="form-legend">{tKey('validation.form.kept')}</p>
      </EnquiryForm>
    </SendingFrame>
  );
}
