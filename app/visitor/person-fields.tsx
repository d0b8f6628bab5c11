import type { ComponentProps } from 'react';
import { useWords } from '../i18n/t.ts';
import { TextField } from '../ui/field.tsx';

type Name = 'firstName' | 'lastName' | 'email' | 'phone';

/** The sender's names, and where to answer. */
export function PersonFields({
  form,
  labels,
  isPhoneRequired = false,
}: {
  form: { readonly field: (name: Name) => Omit<ComponentProps<typeof TextField>, 'label'> };
  labels: Readonly<Record<Name, string>>;
  isPhoneRequired?: boolean;
}) {
  const { t } = useWords();
  return (
    <>
      <div className="form-row">
        <TextField label={labels.firstName} required autoComplete="given-name" {...form.field('firstName')} />
        <TextField label={labels.lastName} required autoComplete="family-name" {...form.field('lastName')} />
      </div>
      <div className="form-row">
        <TextField
          type="email"
          label={labels.email}
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <TextField
          type="tel"
          label={labels.phone}
          required={isPhoneRequired}
          optionalText={isPhoneRequired ? undefined : t('common.optional')}
          autoComplete="tel"
          {...form.field('phone')}
        />
      </div>
    </>
  );
}
