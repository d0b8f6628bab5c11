import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { rowsInTime, useDatedValue, useSince } from '../parameters/parameter-words.ts';
import { usePermissionWords } from '../staff/permission-words.ts';
import { type AskedPolicy, PolicyComparison } from './policy-comparison.tsx';
import type { Proposal } from './proposal-words.ts';

/** What would be changed as it stands now, one line below the other. */
function AsItStands({ lines }: { lines: readonly string[] }) {
  const t = useT();
  return (
    <DefinitionList
      items={[
        {
          term: t('admin-proposals.policies.before'),
          value: lines.map((line) => (
            <span key={line} className="policy-row">
              {line}
            </span>
          )),
        },
      ]}
    />
  );
}

/** The policy that would be changed beside what it would be; what its command leaves out stays as it is. */
function PolicyToday({ input }: { input: NonNullable<Proposal['input']> }) {
  const list = useQuery(query.policies.list.queryOptions());
  const before = list.data?.policies.find((one) => one.operation === input.operation);
  if (!before) return null;
  const { isCumulative, expiry, emergencyUpToEurMinor } = before;
  const stays = { isCumulative, expiry, emergencyUpToEurMinor };
  return <PolicyComparison before={before} asked={{ ...stays, ...(input as Pick<AskedPolicy, 'rows'>) }} />;
}

/** The fields of a command that are read in the comparison with today, for who may read that. */
export function useComparedFields({
  operation,
  status,
}: Pick<Proposal, 'operation' | 'status'>): readonly string[] {
  const may = useMay();
  return operation === 'policies.change' && status === 'awaiting' && may('policies.list')
    ? ['rows', 'isCumulative', 'expiry', 'emergencyUpToEurMinor', 'from']
    : [];
}

/** The value in force of the datum that would get another. */
function ParameterToday({ of }: { of: unknown }) {
  const may = useMay();
  const since = useSince();
  const inWords = useDatedValue();
  const list = useQuery({ ...query.parameters.list.queryOptions(), enabled: may('parameters.list') });
  const parameter = list.data?.parameters.find(({ key }) => key === of);
  const inForce = parameter && rowsInTime(parameter).inForce;
  if (!inForce) return null;
  return <AsItStands lines={[...inWords(parameter.key, inForce.value).split('\n'), since(inForce.from)]} />;
}

/** The rights that the role's holders would gain and lose. */
function RoleToday({ code, permissions }: { code: unknown; permissions: readonly unknown[] }) {
  const t = useT();
  const may = useMay();
  const { wordOf } = usePermissionWords();
  const list = useQuery({ ...query.roles.list.queryOptions(), enabled: may('roles.list') });
  const role = list.data?.roles.find((one) => one.code === code);
  if (!role) return null;
  const asked = new Set(permissions);
  const held = new Set<unknown>(role.permissions);
  const lines = [
    ...permissions
      .filter((one) => !held.has(one))
      .map((one) => t('admin-staff.added', { permission: wordOf(one as never) })),
    ...role.permissions
      .filter((one) => !asked.has(one))
      .map((one) => t('admin-staff.taken', { permission: wordOf(one) })),
  ];
  return (
    <DefinitionList
      items={[
        {
          term: t('admin-staff.differences'),
          value:
            lines.length === 0
              ? t('admin-proposals.none')
              : lines.map((line) => (
                  <span key={line} className="policy-row">
                    {line}
                  </span>
                )),
        },
      ]}
    />
  );
}

/** What a proposal would change of the house's own rules as it stands now, beside what it would be (FOUR-14); of one that waits. */
export function Today({ proposal: { operation, input, status } }: { proposal: Proposal }) {
  const may = useMay();
  if (input === null || status !== 'awaiting') return null;
  if (operation === 'policies.change') return may('policies.list') ? <PolicyToday input={input} /> : null;
  if (operation === 'parameters.change') return <ParameterToday of={input.key} />;
  if (operation === 'roles.define' && Array.isArray(input.permissions))
    return <RoleToday code={input.code} permissions={input.permissions} />;
  return null;
}
