import { useState } from 'react';
import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { MAX_CALL_NOTE } from '#domain/mandates/mandate.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFormAct } from '../desk/dialog-act.ts';
import type { Mandate } from './mandate-words.ts';

const schema = z.object({ note: requiredText(MAX_CALL_NOTE) });

/** What the client said; the mandate then leaves the list of those to call. */
function CallDialog({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  const t = useT();
  const form = useScreenForm({
    initial: { note: '' },
    schema,
    labels: { note: t('direct-debits.call.note') },
  });
  const { send, sending } = useFormAct(form, api.mandates.recordCall, {
    say: (done) => done('direct-debits.call.done', mandate.displayName),
    rereads: ['mandates'],
    closesWhenFinal: true,
    onClose,
  });
  return (
    <FormDialog
      size="small"
      title={t('direct-debits.call.title', { name: mandate.displayName })}
      description={t('direct-debits.call.text')}
      form={form}
      summaryTitle={t('direct-debits.checkForm')}
      submit={t('direct-debits.call.button')}
      submitting={t('direct-debits.sending')}
      sending={sending}
      onSend={({ note }: z.infer<typeof schema>) => send({ id: mandate.id, note })}
      onClose={onClose}
    >
      <TextArea {...form.field('note')} label={t('direct-debits.call.note')} required data-autofocus />
    </FormDialog>
  );
}

/** « Client à appeler » (PAY-71): their bank refunded a debit that they had agreed to. */
export function CallNotice({ mandate }: { mandate: Mandate }) {
  const t = useT();
  const may = useMay();
  const [isCalling, setCalling] = useState(false);
  if (!mandate.isToCall) return null;
  return (
    <>
      <Notice
        tone="danger"
        title={t('direct-debits.mandates.toCall')}
        actions={
          may('mandates.recordCall') ? (
            <Button size="dense" data-shortcut="s" onClick={() => setCalling(true)}>
              {t('direct-debits.call.button')}
            </Button>
          ) : undefined
        }
      >
        {t('direct-debits.mandates.toCallText')}
      </Notice>
      {isCalling ? <CallDialog mandate={mandate} onClose={() => setCalling(false)} /> : null}
    </>
  );
}
