import type { AlertKind } from '#domain/clients/alert.ts';
import { audit } from '../audit/audit.ts';
import { absentClient } from '../audit/earlier-act.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { liftAlert, lockAccountForAlert, placeAlert } from './alert-queries.ts';

/**
 * Says something about a client's transfers in the place of what was said before, or lifts it. The client is told of neither. The trail of a
 * freeze names no client and no reason: it is told to nobody but the list of freezes (PAY-62).
 * @param reason null lifts it; lifting what is not there changes nothing.
 * @throws Refusal `not-found`; `client.removed` with who and when.
 */
export async function setAlert(
  work: Work,
  accountId: string,
  kind: AlertKind,
  reason: string | null,
): Promise<void> {
  if (!(await lockAccountForAlert(work.tx, accountId))) throw await absentClient(work.tx, accountId);
  const alert = { clientAccountId: accountId, kind };
  const wasOn = await liftAlert(work.tx, alert, { liftedBy: work.actorId, liftedAt: work.now });
  const id = work.newId();
  if (reason !== null)
    await placeAlert(work.tx, { ...alert, id, reason, placedBy: work.actorId, placedAt: work.now });
  const isWarning = kind === 'warning';
  audit(work, {
    operation: isWarning ? 'clientAlerts.setWarning' : 'clientAlerts.setLegalBlock',
    clientAccountId: isWarning ? accountId : null,
    subjectId: isWarning ? accountId : id,
    before: { isOn: wasOn },
    after: { isOn: reason !== null },
  });
  await announce(work, { staff: true }, ['clients']);
}
