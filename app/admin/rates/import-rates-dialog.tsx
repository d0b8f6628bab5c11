import { useId, useState } from 'react';
import type { AcceptedChanges, RateChange } from '#domain/rates/rate.ts';
import { api } from '../../api/client.ts';
import { problemWords } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { describedBy, Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { figuresOf, LargeChanges, largeChangesOf, RateChangesTable } from './large-changes.tsx';

type ImportedRates = Awaited<ReturnType<typeof api.rates.import>>;

/** What the file changed, and what it left alone. */
function ImportResult({ result, onClose }: { result: ImportedRates; onClose: () => void }) {
  const { t } = useWords();
  const { day } = useFormats();
  const listOf = (codes: readonly string[]) => (codes.length > 0 ? codes.join(', ') : t('admin.none'));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin-rates.import.title')}
      closeLabel={t('common.close')}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="stack">
        <p>{t('admin-rates.import.summary', { count: result.changed.length, date: day(result.asOf) })}</p>
        {result.changed.length > 0 ? (
          <RateChangesTable caption={t('admin-rates.import.changed')} changes={result.changed} />
        ) : null}
        <DefinitionList
          items={[
            { term: t('admin-rates.import.unchanged'), value: listOf(result.unchanged) },
            { term: t('admin-rates.import.newer'), value: listOf(result.newer) },
            { term: t('admin-rates.import.missing'), value: listOf(result.missing) },
            { term: t('admin-rates.import.unknown'), value: listOf(result.unknown) },
          ]}
        />
      </div>
    </Dialog>
  );
}

/** Takes over the file that the European Central Bank publishes, and says what it changed and what it left alone. */
// Longer than 70 lines: it is one form whose answer decides what it asks next.
export function ImportRatesDialog({ onClose }: { onClose: () => void }) {
  const { t, tKey } = useWords();
  const { day } = useFormats();
  const { done, failed } = useAnnounce();
  const fieldId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const propose = useProposeWord('rates.import', text === null ? null : { text });
  const [asked, setAsked] = useState<readonly RateChange[]>([]);
  const [accepted, setAccepted] = useState('');
  // The tick concerns these figures: other ones reset it, a late answer with the same ones does not.
  const isAccepted = asked.length > 0 && accepted === figuresOf(asked);
  const importing = useSubmission(
    async ({ chosen, ...acceptance }: { chosen: File; acceptsChangesFrom?: AcceptedChanges }, options) =>
      api.rates.import({ text: await chosen.text(), ...acceptance }, options),
    {
      onSuccess: (result) => {
        done(
          'admin-rates.import.done',
          t('admin-rates.import.summary', { count: result.changed.length, date: day(result.asOf) }),
        );
        void refresh(['rates']);
      },
      onProblem: (problem) => {
        const changes = largeChangesOf(problem);
        setAsked(changes);
        // Both figures and the box are shown in the dialog.
        if (changes.length === 0) failed(problem, 'admin.updateFailed');
      },
    },
  );
  const texts = {
    label: t('admin-rates.import.file'),
    hint: t('admin-rates.import.hint'),
    ...(isMissing ? { error: t('admin-rates.import.fileMissing') } : {}),
  };
  const result = importing.data;
  const problem = importing.problem?.isShown || asked.length > 0 ? null : importing.problem;
  if (result) return <ImportResult result={result} onClose={onClose} />;
  return (
    <SendingDialog
      open
      onClose={onClose}
      title={t('admin-rates.import.title')}
      description={t('admin-rates.import.text')}
      keepOnOutsidePress
      sending={importing.sending}
      submit={propose ?? t('admin-rates.import.submit')}
      submitting={t('admin-rates.import.importing')}
      onConfirm={() => {
        setMissing(!file);
        if (!file) return document.getElementById(fieldId)?.focus();
        const shown = asked.map(({ currency, before }) => [currency, before]);
        importing.send({
          chosen: file,
          ...(isAccepted ? { acceptsChangesFrom: Object.fromEntries(shown) } : {}),
        });
      }}
    >
      <div className="stack">
        {problem ? (
          <Notice tone="danger" title={problemWords(problem, tKey).title}>
            {problemWords(problem, tKey).detail}
          </Notice>
        ) : null}
        <Field id={fieldId} {...texts} required>
          <input
            id={fieldId}
            className="file-input"
            type="file"
            name="file"
            accept=".xml,.csv,text/xml,application/xml,text/csv"
            aria-describedby={describedBy(fieldId, texts)}
            aria-invalid={isMissing || undefined}
            data-autofocus
            onChange={(event) => {
              const chosen = event.target.files?.[0] ?? null;
              setFile(chosen);
              setMissing(false);
              setText(null);
              void chosen?.text().then(setText);
              setAccepted('');
              setAsked([]);
              importing.reset();
            }}
          />
        </Field>
        {asked.length > 0 ? (
          <LargeChanges changes={asked} isAccepted={isAccepted} onAccept={setAccepted} />
        ) : null}
      </div>
    </SendingDialog>
  );
}
