import type { ComponentProps } from 'react';
import { useWords } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';

type FieldOfForm = Omit<ComponentProps<typeof TextField>, 'label'> & { readonly 'data-autofocus'?: boolean };

/** The job title and the work telephone of a person (STAFF-13). */
export function DetailsFields({ title, phone }: { title: FieldOfForm; phone: FieldOfForm }) {
  const { t } = useWords();
  return (
    <>
      <TextField label={t('admin-staff.jobTitle')} optionalText={t('admin-staff.optional')} {...title} />
      <TextField
        type="tel"
        label={t('admin-staff.phone')}
        optionalText={t('admin-staff.optional')}
        autoComplete="off"
        {...phone}
      />
    </>
  );
}
