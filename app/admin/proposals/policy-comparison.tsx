import type { PolicyRow } from '#domain/proposals/policy.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { type Policy, useRoleLabels, useRowWords, useTermsWords } from './proposal-words.ts';

/** A policy as a command would have it: its rows with the codes of roles. */
export type AskedPolicy = Pick<Policy, 'isCumulative' | 'expiry' | 'emergencyUpToEurMinor'> & {
  readonly rows: readonly PolicyRow[];
  /** The first day on which it is asked; none: from its approval on. */
  readonly from?: string | undefined;
};

/** The lines of one side. Those that the other side has not are marked, in words and not by colour alone (FOUR-14). */
function Lines({
  lines,
  other,
  as: Mark,
  word,
}: {
  lines: readonly string[];
  other: readonly string[];
  as: 'ins' | 'del';
  word: string;
}) {
  return (
    <span className="policy-rows">
      {lines.map((line) =>
        other.includes(line) ? (
          <span key={line} className="policy-row">
            {line}
          </span>
        ) : (
          <Mark key={line} className="policy-row policy-change">
            <Badge tone={Mark === 'ins' ? 'success' : 'danger'}>{word}</Badge> {line}
          </Mark>
        ),
      )}
    </span>
  );
}

/**
 * What a policy says today beside what it would say, with what the change takes away and what it adds.
 * @param before null where the reader may not read it.
 * @param asked null while what is typed is no policy.
 */
export function PolicyComparison({ before, asked }: { before: Policy | null; asked: AskedPolicy | null }) {
  const t = useT();
  const { day } = useFormats();
  const inRow = useRowWords();
  const terms = useTermsWords();
  const labelOf = useRoleLabels();
  const now = before ? [...before.rows.map(inRow), ...terms(before)] : [];
  const then = asked
    ? [
        ...asked.rows.map(({ approvers, ...row }) =>
          inRow({ ...row, approvers: approvers.map((roles) => ({ labels: roles.map(labelOf) })) }),
        ),
        ...terms(asked),
      ]
    : null;
  const isSame = before !== null && then?.length === now.length && then.every((line) => now.includes(line));
  const change = (
    <Lines
      lines={then ?? []}
      other={before ? now : (then ?? [])}
      as="ins"
      word={t('admin-proposals.policies.added')}
    />
  );
  return (
    <DefinitionList
      items={[
        ...(before
          ? [
              {
                term: t('admin-proposals.policies.before'),
                value: (
                  <Lines
                    lines={now}
                    other={then ?? now}
                    as="del"
                    word={t('admin-proposals.policies.taken')}
                  />
                ),
              },
            ]
          : []),
        {
          term: asked?.from
            ? t('admin-proposals.policies.afterDay', { day: day(asked.from) })
            : t('admin-proposals.policies.after'),
          value: isSame
            ? t('admin-proposals.policies.same')
            : then
              ? change
              : t('admin-proposals.policies.incomplete'),
        },
      ]}
    />
  );
}
