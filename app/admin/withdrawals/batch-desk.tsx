import { useState } from 'react';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { BatchList } from './batch-list.tsx';
import { BatchPanel } from './batch-panel.tsx';
import type { Batch } from './batch-words.ts';
import { type BatchAction, CloseBatchDialog, type LineRefusals } from './close-batch-dialog.tsx';

/** The files of transfers for the bank, and the opened one. */
export function BatchDesk() {
  const { get, set } = useDeskState();
  const opened = get('batch');
  const [asking, setAsking] = useState<{ batch: Batch; action: BatchAction } | null>(null);
  const [refusals, setRefusals] = useState<LineRefusals>({});
  const ask = (batch: Batch, action: BatchAction) => setAsking({ batch, action });
  return (
    <>
      <Desk
        list={<BatchList opened={opened} onOpen={(id) => set({ batch: id })} onAct={ask} />}
        panel={
          opened ? (
            <BatchPanel id={opened} refusals={refusals} onAct={ask} onClose={() => set({ batch: null })} />
          ) : null
        }
      />
      {asking ? (
        <CloseBatchDialog
          {...asking}
          onClosed={(refused) => {
            setRefusals(refused);
            setAsking(null);
            if (Object.keys(refused).length > 0) set({ batch: asking.batch.id });
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
