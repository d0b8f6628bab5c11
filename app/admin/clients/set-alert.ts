import type { AlertKind } from '#domain/clients/alert.ts';
import { api } from '../../api/client.ts';
import type { CallOptions } from '../../api/submission.ts';

/** The call that says something about a client, or lifts it with null. */
export const setterOf =
  (kind: AlertKind) =>
  async (input: { readonly id: string; readonly reason: string | null }, options: CallOptions) => {
    await (kind === 'warning'
      ? api.clientAlerts.setWarning(input, options)
      : api.clientAlerts.setLegalBlock(input, options));
  };
