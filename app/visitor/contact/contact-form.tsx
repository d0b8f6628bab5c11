import { useRef } from 'react';
import {
  CONTACT_SUBJECTS,
  type ContactInput,
  type ContactWords,
  contactSubject,
  contactText,
} from '#domain/enquiries/contact.ts';
import { useScreenForm } from '../../form/form.ts';
import { useWords } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import { EnquiryForm, namedProblems, useRefusalToast } from '../enquiry-form.tsx';
import { useKeptTyping } from '../kept-typing.ts';
import { SendingFrame, useSending } from '../sending.tsx';

const rules = () => import('#domain/enquiries/contact-schema.ts').then(({ contactInput }) => contactInput);

const empty = { nom: '', email: '', objet: '', message: '' };

function useContactWords(): ContactWords {
  const { t } = useWords();
  return {
    title: t('contact.mail.title'),
    none: t('contact.mail.none'),
    fields: {
      nom: t('contact.form.nom'),
      email: t('contact.form.email'),
      objet: t('contact.form.objet'),
      message: t('contact.form.message'),
    },
    subjects: {
      'demande-pret': t('contact.subjects.demande-pret'),
      'suivi-dossier': t('contact.subjects.suivi-dossier'),
      'question-generale': t('contact.subjects.question-generale'),
      reclamation: t('contact.subjects.reclamation'),
      remboursement: t('contact.subjects.remboursement'),
      autre: t('contact.subjects.autre'),
    },
  };
}

const useContactForm = () => useScreenForm({ initial: empty, schema: rules });

function ContactFields({ form, words }: { form: ReturnType<typeof useContactForm>; words: ContactWords }) {
  const { t } = useWords();
  return (
    <>
      <div className="form-row">
        <TextField label={t('contact.form.nom')} required autoComplete="name" {...form.field('nom')} />
        <TextField
          type="email"
          label={t('contact.form.email')}
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      </div>
      <Select
        label={t('contact.form.objet')}
        required
        placeholder={t('contact.form.choose')}
        options={CONTACT_SUBJECTS.map((value) => ({ value, label: words.subjects[value] }))}
        {...form.field('objet')}
      />
      <TextArea label={t('contact.form.message')} required rows={6} {...form.field('message')} />
    </>
  );
}

/** The island `contact-form`. */
export default function ContactForm() {
  const { t, tKey } = useWords();
  const words = useContactWords();
  const element = useRef<HTMLFormElement>(null);
  const form = useContactForm();
  const { forget } = useKeptTyping('contact', element, form);
  useRefusalToast(form, () => (form.hasMissing ? { title: t('contact.missing') } : null));
  const sending = useSending<ContactInput>(({ channel }) => {
    form.reset(empty);
    forget();
    toast({ title: t(`contact.sent.${channel}`) });
  });
  return (
    <SendingFrame
      sending={sending}
      enquiryOf={(input) => ({
        kind: 'contact',
        name: input.nom,
        email: input.email,
        subject: contactSubject(input, institution.brandName, words),
        text: contactText(input, words),
      })}
    >
      <EnquiryForm
        element={element}
        label={t('contact.form.title')}
        onSubmit={form.onSubmit(sending.send)}
        attempt={form.attempt}
        problems={namedProblems(form.problems, words.fields)}
      >
        <ContactFields form={form} words={words} />
        <div className="form-actions">
          <Button type="submit" tone="primary" size="large">
            {t('contact.form.submit')}
          </Button>
        </div>
        <p className="form-legend">{tKey('validation.form.kept')}</p>
      </EnquiryForm>
    </SendingFrame>
  );
}
