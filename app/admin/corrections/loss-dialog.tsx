import { useId, useState } from 'react';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';

/** Books something as a loss for a closed reason; nothing is chosen beforehand. */
export function LossDialog<Motive extends string>({
  description,
  motives,
  words,
  propose,
  sending,
  onSend,
  onClose,
}: {
  description: string;
  motives: readonly Motive[];
  words: (motive: Motive) => string;
  /** What the button says where others must approve it; null where nobody must. */
  propose: string | null;
  sending: Parameters<typeof SendingDialog>[0]['sending'];
  onSend: (motive: Motive) => void;
  onClose: () => void;
}) {
  const t = useT();
  const fieldId = useId();
  const [motive, setMotive] = useState<Motive | ''>('');
  const [isMissing, setMissing] = useState(false);
  return (
    <SendingDialog
      open
      title={t('admin-corrections.bear')}
      description={description}
      submit={propose ?? t('admin-corrections.bearSubmit')}
      submitting={t('admin-corrections.sending')}
      sending={sending}
      onConfirm={() => {
        if (motive !== '') return onSend(motive);
        setMissing(true);
        document.getElementById(fieldId)?.focus();
      }}
      onClose={onClose}
    >
      <Select
        id={fieldId}
        label={t('admin-corrections.bearMotive')}
        error={isMissing ? t('admin-corrections.motiveMissing') : undefined}
        required
        data-autofocus
        value={motive}
        onChange={(event) => {
          setMotive(event.currentTarget.value as Motive | '');
          setMissing(false);
        }}
        options={[
          { value: '', label: t('admin-corrections.chooseMotive') },
          ...motives.map((value) => ({ value, label: words(value) })),
        ]}
      />
    </SendingDialog>
  );
}
