import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GovernedOperation } from '#domain/proposals/policy.ts';
import { limitFor } from '#domain/staff/limits.ts';
import type { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { useCounts } from '../desk/counts.ts';

type Requirements = Awaited<ReturnType<typeof api.proposals.requirements>>;

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

/** What a command needs, as it is asked of the server; what was typed is not kept. */
const asksOf = (operation: GovernedOperation, input: Readonly<Record<string, unknown>>) => ({
  ...query.proposals.requirements.queryOptions({ input: { operation, input } }),
  gcTime: 0,
  retry: false,
});

/** Whether a command becomes a proposal; false while that is not known. */
const isForOthers = (needed: Requirements | undefined): boolean =>
  needed !== undefined && (needed.slots.length > 0 || needed.isBeyondLimit);

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
    ...asksOf(operation, asked ?? {}),
    enabled: asked !== null && input !== null && may('proposals.create') && may(operation),
  });
  return input !== null && isForOthers(data) ? t(`admin-proposals.proposeOf.${operation}`) : null;
}

/** A command that can be sent as it stands. */
export interface WholeCommand {
  readonly operation: GovernedOperation;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The same for a few commands at once, in their order. */
export function useProposeWords(commands: readonly WholeCommand[]): readonly (string | null)[] {
  const t = useT();
  const may = useMay();
  const answers = useQueries({
    queries: commands.map(({ operation, input }) => ({
      ...asksOf(operation, input),
      enabled: may('proposals.create') && may(operation),
    })),
  });
  return commands.map(({ operation }, index) =>
    isForOthers(answers[index]?.data) ? t(`admin-proposals.proposeOf.${operation}`) : null,
  );
}

/**
 * The same for the button of a row, of which the server is not asked: by what is known of its amount alone, the reader's own limit and the policy
 * (STAFF-12). Other acts of the day, a new payee and the like may ask for others still, which is said once it is pressed.
 * @param eurMinor null for a row that is not asked about.
 */
export function useRowProposeWord(operation: GovernedOperation, eurMinor: number | null): string | null {
  const t = useT();
  const may = useMay();
  const { session } = useSession();
  const alone = useCounts().data?.aloneUpToEurMinor[operation];
  const { perActEurMinor = null } = limitFor(session?.limits ?? [], operation) ?? {};
  const isAbove = [alone ?? null, perActEurMinor].some(
    (most) => most !== null && eurMinor !== null && eurMinor > most,
  );
  return isAbove && may('proposals.create') ? t(`admin-proposals.proposeOf.${operation}`) : null;
}
