import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  CARD_TYPES,
  type CardRequestInput,
  type CardRequestWords,
  cardRequestText,
} from '#domain/enquiries/card-request.ts';
import { useScreenForm } from '../form/form.ts';
import { useWords } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { AmountField } from '../ui/number-field.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toasts.ts';
import { useAsked } from './asked.ts';
import { namedProblems, useRefusalToast } from './enquiry-form.tsx';
import { useKeptTyping } from './kept-typing.ts';
import { PersonFields } from './person-fields.tsx';
import { AfterSending, SendChoices, type Sent } from './send-choice.tsx';

const rulesIn = (locale: string) => () =>
  import('#domain/enquiries/card-request-schema.ts').then(({ cardRequestInputIn }) =>
    cardRequestInputIn(locale),
  );

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  cardType: '',
  income: '',
  address: '',
  reason: '',
};

const formId = 'card-request';

function useRequestWords(): CardRequestWords {
  const { t } = useWords();
  return {
    title: t('card-request.mail.title'),
    none: t('card-request.mail.none'),
    fields: {
      firstName: t('card-request.fields.firstName'),
      lastName: t('card-request.fields.lastName'),
      email: t('card-request.fields.email'),
      phone: t('card-request.fields.phone'),
      cardType: t('card-request.fields.cardType'),
      income: t('card-request.fields.income'),
      address: t('card-request.fields.address'),
      reason: t('card-request.fields.reason'),
    },
    perMonth: t('card-request.perMonth'),
    cardTypes: {
      'visa-classic': t('card-request.cardTypes.visa-classic'),
      'visa-premier': t('card-request.cardTypes.visa-premier'),
      'mastercard-standard': t('card-request.cardTypes.mastercard-standard'),
      'mastercard-gold': t('card-request.cardTypes.mastercard-gold'),
      'carte-bleue': t('card-request.cardTypes.carte-bleue'),
    },
  };
}

const useCardForm = (locale: string) => useScreenForm({ initial: empty, schema: rulesIn(locale) });

/** What is asked: who the person is, then the card. */
function CardFields({ form, words }: { form: ReturnType<typeof useCardForm>; words: CardRequestWords }) {
  const { t, tKey } = useWords();
  return (
    <>
      <p className="form-legend">{tKey('validation.form.required')}</p>
      <PersonFields form={form} labels={words.fields} />
      <div className="form-row">
        <Select
          label={words.fields.cardType}
          required
          placeholder={t('card-request.choose')}
          options={CARD_TYPES.map((value) => ({ value, label: words.cardTypes[value] }))}
          {...form.field('cardType')}
        />
        <AmountField
          label={words.fields.income}
          optionalText={t('common.optional')}
          suffix={words.perMonth}
          {...form.field('income')}
        />
      </div>
      <TextArea
        label={words.fields.address}
        optionalText={t('common.optional')}
        rows={2}
        autoComplete="street-address"
        {...form.field('address')}
      />
      <TextArea
        label={words.fields.reason}
        optionalText={t('common.optional')}
        rows={2}
        {...form.field('reason')}
      />
    </>
  );
}

/** The form, under the summary of what is wrong in it. */
function CardForm({
  form,
  words,
  element,
  onReady,
}: {
  form: ReturnType<typeof useCardForm>;
  words: CardRequestWords;
  element: RefObject<HTMLFormElement | null>;
  onReady: (input: CardRequestInput) => void;
}) {
  const { t, tKey } = useWords();
  return (
    <form
      className="form"
      id={formId}
      ref={element}
      noValidate
      aria-label={t('card-request.title')}
      onSubmit={form.onSubmit(onReady)}
    >
      <FormSummary
        title={form.hasMissing ? t('card-request.missing') : tKey('validation.form.summary')}
        problems={namedProblems(form.problems, words.fields)}
        attempt={form.attempt}
      />
      <CardFields form={form} words={words} />
    </form>
  );
}

/** The steps of the dialog: the form, the ways to send it, and the receipt of the site. */
type Step = 'form' | 'ways' | 'receipt';

/** The buttons of a step. */
function StepButtons({ step, onClose, onBack }: { step: Step; onClose: () => void; onBack: () => void }) {
  const { t } = useWords();
  if (step === 'receipt')
    return (
      <Button tone="primary" onClick={onClose}>
        {t('common.close')}
      </Button>
    );
  if (step === 'ways') return <Button onClick={onBack}>{t('common.back')}</Button>;
  return (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" form={formId} tone="primary">
        {t('card-request.submit')}
      </Button>
    </>
  );
}

/** The text as it is sent. */
const useEnquiry = (words: CardRequestWords) => {
  const { t } = useWords();
  return (ready: CardRequestInput) =>
    ({
      kind: 'card-request',
      name: `${ready.firstName} ${ready.lastName}`,
      email: ready.email,
      subject: t('card-request.mail.subject', { name: institution.brandName }),
      text: cardRequestText(ready, words),
    }) as const;
};

/** The bank card request: a form, then the two ways to send it, in the same dialog. Closed, it keeps what was typed. */
export default function CardRequestDialog() {
  const { t, locale } = useWords();
  const words = useRequestWords();
  const enquiryOf = useEnquiry(words);
  const [isOpen, setIsOpen] = useState(false);
  useAsked(
    'card-request',
    useCallback(() => setIsOpen(true), []),
  );
  const element = useRef<HTMLFormElement>(null);
  const form = useCardForm(locale);
  const { forget } = useKeptTyping('card-request', element, form);
  const [ready, setReady] = useState<CardRequestInput | null>(null);
  useRefusalToast(form, () => (form.hasMissing ? { title: t('card-request.missing') } : null));
  const [left, setLeft] = useState<Sent | null>(null);
  const receipt = left?.channel === 'site' ? left : null;
  const close = () => {
    setIsOpen(false);
    setReady(null);
    // A receipt was read when its dialog is closed; a text that may not have left stays within reach.
    if (receipt) setLeft(null);
  };
  const sent = (how: Sent) => {
    setLeft(how);
    form.reset(empty);
    forget();
    // The receipt of the site takes the place of the form, in the dialog that is open.
    if (how.channel === 'site') return setReady(null);
    close();
    toast({
      title: t('card-request.sent'),
      description: t(how.channel === 'email' ? 'card-request.sentEmail' : 'card-request.sentMessaging'),
    });
  };
  const content = useRef<HTMLDivElement>(null);
  const step: Step = receipt ? 'receipt' : ready ? 'ways' : 'form';
  // The button that was pressed is gone with its step: the focus goes to the title of the other one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of step moves the focus; opening does so by itself.
  useEffect(() => {
    if (isOpen && !receipt) content.current?.closest('dialog')?.querySelector('h2')?.focus();
  }, [ready]);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      keepOnOutsidePress
      title={ready ? t('sending.title') : t('card-request.title')}
      description={receipt ? undefined : t(ready ? 'sending.text' : 'card-request.text')}
      closeLabel={t('common.close')}
      footer={<StepButtons step={step} onClose={close} onBack={() => setReady(null)} />}
    >
      {ready ? (
        <div ref={content}>
          <SendChoices enquiry={enquiryOf(ready)} onSent={sent} />
        </div>
      ) : receipt ? (
        <AfterSending sent={receipt} onSent={setLeft} onDismiss={close} />
      ) : (
        <div ref={content}>
          {left ? <AfterSending sent={left} onSent={setLeft} onDismiss={() => setLeft(null)} /> : null}
          <CardForm form={form} words={words} element={element} onReady={setReady} />
        </div>
      )}
    </Dialog>
  );
}
