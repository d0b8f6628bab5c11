import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';

/** What is typed is asked about once the typing has paused. */
const PAUSE_MS = 300;

/** The same value until another one has stayed for a moment; values are compared by what they say. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  const said = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is made anew at each render; what it says is compared.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return paused;
}

/**
 * The label of the button of a command that others must approve, « Proposer … », before it is pressed (FOUR-7, STAFF-12); null for a command
 * that is done at once, or while that is not known. The server judges again whatever the button said.
 * @param input the command as its route reads it; null while it cannot be sent.
 */
export function useProposeWord(
  operation: GovernedOperation,
  input: Readonly<Record<string, unknown>> | null,
): string | null {
  const t = useT();
  const may = useMay();
  const asked = usePaused(input);
  const { data } = useQuery({
    ...query.proposals.requirements.queryOptions({ input: { operation, input: asked ?? {} } }),
    enabled: asked !== null && input !== null && may('proposals.create') && may(operation),
    gcTime: 0,
    retry: false,
  });
  const isAsked = input !== null && data !== undefined && (data.slots.length > 0 || data.isBeyondLimit);
  return isAsked ? t(`admin-proposals.proposeOf.${operation}`) : null;
}
