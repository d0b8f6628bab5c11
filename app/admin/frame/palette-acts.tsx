import CornerDownRight from 'lucide-react/icons/corner-down-right';
import { actionsFrom as feeActionsFrom } from '#domain/fees/status.ts';
import { actionsFrom as loanActionsFrom } from '#domain/loans/phases.ts';
import { actionsFrom as withdrawalActionsFrom } from '#domain/withdrawals/status.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts, lends } from '../../page/institution.ts';
import { navigate } from '../../page/navigation.ts';
import type { Command } from '../../ui/rich/command-palette.tsx';
import { isActOfHouse } from '../clients/acts-of-house.ts';
import { approvalSinceOf, type ClientAction, permissionOf } from '../clients/client-words.ts';
import { approvalCommandOf } from '../loans/loan-words.ts';
import { useProposeWords, type WholeCommand } from '../proposals/approval-needed.ts';
import { validationCommandOf } from '../withdrawals/withdrawal-words.ts';
import type { Found } from './found-groups.tsx';
import { adminHref, clientHref } from './sections.ts';

/** The acts on a client that the palette offers, the most frequent first. */
const CLIENT_ACTS = ['fee', 'credit', 'activate', 'iban', 'remove'] as const satisfies ClientAction[];

type FoundRow<List extends 'loans' | 'withdrawals'> = NonNullable<Found[List]>[number];
type FoundClient = NonNullable<Found['answer']>['clients'][number];
type FoundFee = NonNullable<Found['answer']>['fees'][number];

/** An act that the palette offers, with the command that others may have to approve, and whose it is. */
export interface PaletteAct extends Command {
  readonly governed?: { readonly command: WholeCommand; readonly name: string };
}

/** Acts as their buttons would name them: « Proposer … » where others must approve (FOUR-7, STAFF-12). It is asked of a few, those that are shown. */
export function useWordedActs(acts: readonly PaletteAct[]): readonly Command[] {
  const { t } = useWords();
  const governed = acts.flatMap((act) => act.governed ?? []);
  const words = useProposeWords(governed.map(({ command }) => command));
  return acts.map((act) => {
    const word = act.governed && words[governed.indexOf(act.governed)];
    // What was typed for it still names it.
    return word && act.governed
      ? {
          ...act,
          label: t('admin-proposals.proposeFor', { act: word, name: act.governed.name }),
          keywords: act.label,
        }
      : act;
  });
}

/**
 * The acts that the person may do now on each thing that was found, by the key of its entry. Each goes to the thing and asks there by its
 * own button (`useAskedAct`): none acts by itself.
 */
// Longer than 70 lines: it is the acts on each kind of thing, a few lines each.
export function usePaletteActs(): (found: Found) => ReadonlyMap<string, readonly PaletteAct[]> {
  const { t } = useWords();
  const { amount } = useFormats();
  const may = useMay();
  const { session } = useSession();
  const command = (key: string, label: string, href: string, detail?: string): PaletteAct => ({
    key,
    label,
    ...(detail ? { detail } : {}),
    icon: <CornerDownRight aria-hidden="true" />,
    onAction: () => navigate(href, { isArrival: false }),
  });
  const governedBy = (of: WholeCommand, name: string): Pick<PaletteAct, 'governed'> => ({
    governed: { command: of, name },
  });
  const following = (
    key: string,
    { client, followedBy }: FoundRow<'loans'> | FoundRow<'withdrawals'>,
    href: (act: string) => string,
    detail: string,
  ): PaletteAct[] => {
    const word = followedBy?.id === session?.userId && followedBy !== null ? 'release' : 'take';
    if (!may(`tasks.${word}`)) return [];
    return [
      command(`${key}-${word}`, t(`admin-tasks.${word}Of`, { name: client.displayName }), href(word), detail),
    ];
  };
  const openClient = (
    key: string,
    { accountId, displayName: name }: { accountId: string; displayName: string },
  ) =>
    may('clients.show')
      ? [command(`${key}-client`, t('admin.palette.openClient', { name }), clientHref(accountId))]
      : [];
  const ofClient = (client: FoundClient): PaletteAct[] =>
    CLIENT_ACTS.filter(
      (act) =>
        may(permissionOf[act]) &&
        isActOfHouse(act, client, { hasAccounts, lends }) &&
        approvalSinceOf(client, act) === null &&
        !(act === 'activate' && client.isActivated),
    ).map((act) => ({
      ...command(
        `client-${client.id}-${act}`,
        t(`admin-clients.actionOf.${act}`, { name: client.displayName }),
        `${clientHref(client.id)}?act=${act}`,
      ),
      // The others ask in their dialog for what the command needs.
      ...(act === 'remove'
        ? governedBy({ operation: 'clients.remove', input: { id: client.id } }, client.displayName)
        : {}),
    }));
  const ofLoan = (loan: FoundRow<'loans'>): PaletteAct[] => {
    const detail = amount(loan.amountMinor, loan.currency);
    const href = (act: string) => adminHref('loans', { loan: loan.id, act });
    const acts = loanActionsFrom(loan.phase).filter(
      (act) => may(`loans.decide.${act}`) && !(act === 'approve' && loan.approvalSince !== null),
    );
    return [
      ...acts.map((act) => ({
        ...command(
          `loan-${loan.id}-${act}`,
          t(`admin-loans.${act}Of`, { name: loan.client.displayName }),
          href(act),
          detail,
        ),
        ...(act === 'approve' ? governedBy(approvalCommandOf(loan), loan.client.displayName) : {}),
      })),
      ...following(`loan-${loan.id}`, loan, href, detail),
      ...openClient(`loan-${loan.id}`, loan.client),
    ];
  };
  const ofWithdrawal = (withdrawal: FoundRow<'withdrawals'>): PaletteAct[] => {
    const detail = amount(withdrawal.amountMinor, withdrawal.currency);
    const href = (act: string) => adminHref('withdrawals', { withdrawal: withdrawal.id, act });
    const acts = withdrawalActionsFrom(withdrawal.status, 'staff').filter((act) => {
      if (act === 'cancel' || !may(`withdrawals.decide.${act}`)) return false;
      if (act === 'approve') return withdrawal.approvalSince === null;
      if (act === 'complete') return withdrawal.ibanValid;
      return act !== 'reject' || withdrawal.batch?.status !== 'exported';
    }) as ('approve' | 'process' | 'reject' | 'complete')[];
    return [
      ...acts.map((act) => ({
        ...command(
          `withdrawal-${withdrawal.id}-${act}`,
          t(`admin-withdrawals.actionOf.${act}`, { name: withdrawal.client.displayName }),
          href(act),
          detail,
        ),
        ...(act === 'approve'
          ? governedBy(validationCommandOf(withdrawal), withdrawal.client.displayName)
          : {}),
      })),
      ...following(`withdrawal-${withdrawal.id}`, withdrawal, href, detail),
      ...openClient(`withdrawal-${withdrawal.id}`, withdrawal.client),
    ];
  };
  const ofFee = (fee: FoundFee): PaletteAct[] => {
    const [act] = fee.suspension || !may('fees.settle') ? [] : feeActionsFrom(fee.status, 'staff');
    const client = openClient(`fee-${fee.id}`, fee.client);
    if (act !== 'validate' && act !== 'mark-paid') return client;
    return [
      command(
        `fee-${fee.id}-settle`,
        t(`admin-fees.actionOf.${act}`, { name: fee.client.displayName }),
        adminHref('fees', { q: fee.client.email, act: 'settle', of: fee.id }),
        amount(fee.amountMinor, fee.currency),
      ),
      ...client,
    ];
  };
  return ({ answer, loans, withdrawals }) =>
    new Map<string, readonly PaletteAct[]>(
      [
        ...(answer?.clients ?? []).map((row) => [`client-${row.id}`, ofClient(row)] as const),
        ...(loans ?? []).map((row) => [`loan-${row.id}`, ofLoan(row)] as const),
        ...(withdrawals ?? []).map((row) => [`withdrawal-${row.id}`, ofWithdrawal(row)] as const),
        ...(answer?.fees ?? []).map((row) => [`fee-${row.id}`, ofFee(row)] as const),
      ].filter(([, acts]) => acts.length > 0),
    );
}
