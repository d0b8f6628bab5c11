import type { ComponentProps, ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';

/** Adds one entry to a list of the client's sheet. Nothing is sent: the sheet is. */
export function SheetEntryDialog<Entry>({
  title,
  submit,
  form,
  onAdd,
  onClose,
  children,
}: {
  title: string;
  submit: string;
  form: ComponentProps<typeof FormDialog<Entry>>['form'] & { readonly hasMissing: boolean };
  onAdd: (entry: Entry) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const { send, sending } = useSubmission(async (entry: Entry) => entry, {
    onSuccess: (entry) => {
      onAdd(entry);
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={submit}
      submitting={t('client-loans.file.saving')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The kind of the entry, the first field of its form. */
export function EntryKind<Kind extends string>({
  field,
  label,
  kinds,
  wordOf,
}: {
  field: ReturnType<ReturnType<typeof useScreenForm>['field']>;
  label: string;
  kinds: readonly Kind[];
  wordOf: (kind: Kind) => string;
}) {
  const t = useT();
  return (
    <Select
      {...field}
      label={label}
      placeholder={t('client-loans.file.choose')}
      options={kinds.map((value) => ({ value, label: wordOf(value) }))}
      required
      data-autofocus
    />
  );
}
