import { lazy, Suspense, useEffect, useState } from 'react';
import { onApprovalNeeded, type ToApprove } from '../../api/approval.ts';

// Fetched when a call was refused: every screen of the back office carries the host.
const ProposeDialog = lazy(() =>
  import('./propose-dialog.tsx').then((file) => ({ default: file.ProposeDialog })),
);
const EmergencyDialog = lazy(() =>
  import('./emergency-dialog.tsx').then((file) => ({ default: file.EmergencyDialog })),
);

/** Offers to propose a call of the staff that was refused because others must approve it, over the dialog that sent it (FOUR-7). */
export function ApprovalHost() {
  const [what, setWhat] = useState<ToApprove | null>(null);
  useEffect(() => onApprovalNeeded(setWhat), []);
  const [isEmergency, setEmergency] = useState(false);
  const close = () => {
    setWhat(null);
    setEmergency(false);
  };
  if (!what) return null;
  return (
    <Suspense>
      {isEmergency ? (
        <EmergencyDialog what={what} onClose={close} />
      ) : (
        <ProposeDialog what={what} onEmergency={() => setEmergency(true)} onClose={close} />
      )}
    </Suspense>
  );
}
