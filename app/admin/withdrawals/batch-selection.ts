import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sumMinor } from '#domain/money/money.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** The validated withdrawals selected for the next SEPA file. */
export interface BatchSelection {
  /** Ids that the next file can hold, oldest first, from the server. */
  readonly exportable: readonly string[];
  /** The selected ids; one that a colleague exported or decided meanwhile is dropped. */
  readonly chosen: readonly string[];
  readonly totalMinor: number;
  /** Returns to senders that stand in no file: they leave with the next one (PAY-31). */
  readonly returns: readonly string[];
  readonly returnsMinor: number;
  readonly isExportable: (withdrawalId: string) => boolean;
  readonly isChosen: (withdrawalId: string) => boolean;
  readonly choose: (withdrawalId: string, isChosen: boolean) => void;
  readonly chooseAll: (isChosen: boolean) => void;
  /** The account debited by the file; null when none is configured. */
  readonly houseAccount: { readonly holder: string; readonly iban: string } | null;
}

export function useBatchSelection(): BatchSelection {
  const may = useMay();
  const { data } = useQuery({
    ...query.withdrawalBatches.list.queryOptions({ input: { limit: 1 } }),
    enabled: may('withdrawalBatches.list') && may('withdrawalBatches.export'),
  });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const exportable = data?.exportable ?? [];
  const returns = data?.returns ?? [];
  const amounts = new Map(exportable.map(({ withdrawalId, amountMinor }) => [withdrawalId, amountMinor]));
  const chosen = [...amounts.keys()].filter((id) => picked.has(id));
  return {
    exportable: [...amounts.keys()],
    chosen,
    totalMinor: sumMinor(chosen.map((id) => amounts.get(id) ?? 0)),
    returns: returns.map(({ returnId }) => returnId),
    returnsMinor: sumMinor(returns.map(({ amountMinor }) => amountMinor)),
    isExportable: (id) => amounts.has(id),
    isChosen: (id) => amounts.has(id) && picked.has(id),
    choose: (id, isChosen) =>
      setPicked(new Set(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))),
    chooseAll: (isChosen) => setPicked(new Set(isChosen ? amounts.keys() : [])),
    houseAccount: data?.houseAccount ?? null,
  };
}
