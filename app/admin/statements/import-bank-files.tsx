import FileUp from 'lucide-react/icons/file-up';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { MAX_BANK_FILES } from '#domain/statements/bank-file-limits.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type SentFile, useBankFileUploads } from './use-bank-file-uploads.ts';

const TONES = { taken: 'success', again: 'info', refused: 'danger' } as const;

/** What became of the files that were sent, those alike together. */
function Outcomes({ sent }: { sent: readonly SentFile[] }) {
  const { t } = useWords();
  return (['refused', 'again', 'taken'] as const).map((outcome) => {
    const files = sent.filter((one) => one.outcome === outcome);
    if (files.length === 0) return null;
    return (
      <Notice
        key={outcome}
        tone={TONES[outcome]}
        live={outcome === 'refused' ? 'assertive' : 'polite'}
        title={t(`admin-bank-files.sent.${outcome}`, { count: files.length })}
      >
        <ul>
          {files.map(({ key, name, words }) => (
            <li key={key}>
              <strong>{name}</strong>
              {words ? ` – ${words}` : null}
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}

/** « Importer un relevé »: by the button, or by dropping files on the field around it. */
// Longer than 70 lines: it is one field with its two ways to take files.
export function ImportBankFiles() {
  const { t } = useWords();
  const { percent } = useFormats();
  const hintId = useId();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const { send, stop, sending, sent } = useBankFileUploads();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Reset, so that the same file can be chosen again.
    event.target.value = '';
    void send(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button in it. */}
      <div
        className="bank-file-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={field}
          type="file"
          name="bankFiles"
          accept=".xml,application/xml,text/xml"
          multiple
          hidden
          tabIndex={-1}
          aria-label={t('admin-bank-files.import')}
          onChange={choose}
        />
        <Button
          ref={button}
          tone="primary"
          icon={<FileUp aria-hidden="true" />}
          aria-describedby={hintId}
          loading={sending !== null}
          onClick={() => field.current?.click()}
        >
          {t('admin-bank-files.import')}
        </Button>
        <p id={hintId} className="cell-note">
          {t('admin-bank-files.importHint', { max: MAX_BANK_FILES })}
        </p>
        {sending ? (
          <div className="file-sending">
            <p role="status">{t('admin-bank-files.sending', { name: sending.name })}</p>
            <progress value={sending.part} max={1} aria-label={t('admin-bank-files.progress')}>
              {percent(sending.part * 100, 0)}
            </progress>
            <div>
              <Button
                size="dense"
                onClick={() => {
                  stop();
                  // The pressed button is removed: move the focus.
                  button.current?.focus();
                }}
              >
                {t('admin-bank-files.stop')}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
      <Outcomes sent={sent} />
    </div>
  );
}
