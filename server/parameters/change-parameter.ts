import { Refusal } from '#domain/errors.ts';
import {
  isParameterValue,
  type LegalParameterKey,
  MAY_BEGIN_IN_THE_PAST,
  type Verification,
} from '#domain/parameters/legal-parameters.ts';
import { POLICY_KEYS, type PolicyKey, policyFaults } from '#domain/parameters/policies.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import { legalParameters } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { type DatedParameter, datedParameters } from './dated-parameters.ts';
import { parametersOn } from './parameters-on.ts';

/** A new value of a key, from a day on. */
export interface ParameterChange {
  readonly key: LegalParameterKey;
  readonly from: string;
  readonly value?: unknown;
  readonly source: string;
  readonly verified: Verification;
  /** The `from` of the newest row that the person saw. */
  readonly seenFrom: string;
}

/** The newest row of a key. */
export async function newestRow(db: Db, key: LegalParameterKey, today: string) {
  const parameter = (await datedParameters(db, today)).find((one) => one.key === key);
  return parameter?.rows[0] ?? null;
}

/**
 * Refuses a policy above its cap (LC-9), on the first day of the new value and whenever another one of its pair begins later.
 * @throws Refusal `policy.above-cap`.
 */
async function requireWithinCaps(db: Db, { key, from, value }: ParameterChange): Promise<void> {
  if (!POLICY_KEYS.includes(key as PolicyKey)) return;
  const later = (await datedParameters(db, from))
    .filter((one) => POLICY_KEYS.includes(one.key as PolicyKey))
    .flatMap(({ rows }) => rows.map((row) => row.from))
    .filter((day) => day > from);
  for (const day of new Set([from, ...later])) {
    const values = { ...(await parametersOn(db, day, POLICY_KEYS)), [key]: value as number };
    const [fault] = policyFaults(values);
    if (fault)
      throw new Refusal('policy.above-cap', { policy: fault.policyBps / 100, cap: fault.capBps / 100 });
  }
}

/** A value in one line of the trail. */
const inLine = (value: unknown) => JSON.stringify(value);

/**
 * Adds a value of a key from a day on (LC-8): rows are never changed, and what contracts were made under stays. Usury ceilings of a quarter may
 * be loaded after it began; anything else begins today or later.
 * @throws Refusal `request.invalid` for a value that the key does not have; `parameter.changed` when a newer row was not seen;
 * `parameter.too-early` for a day that is past or not after the newest row; `policy.above-cap`.
 */
export async function changeParameter(work: Work, change: ParameterChange): Promise<DatedParameter> {
  const { key, from, value, source, verified, seenFrom } = change;
  const today = legalDay(work.now);
  if (!isParameterValue(key, value))
    throw new Refusal('request.invalid', {}, [{ field: 'value', message: 'validation.invalid' }]);
  const newest = await newestRow(work.tx, key, today);
  if (newest && newest.from !== seenFrom) throw new Refusal('parameter.changed');
  const isPast = from < today && !MAY_BEGIN_IN_THE_PAST.includes(key);
  if (isPast || (newest && from <= newest.from))
    throw new Refusal('parameter.too-early', {}, [{ field: 'from', message: 'validation.date' }]);
  await requireWithinCaps(work.tx, change);
  await work.tx
    .insert(legalParameters)
    .values({ key, from, value, source, verified })
    .catch((error: unknown) => {
      throw violates(error, 'legal_parameters_key_from_pk') ? new Refusal('parameter.changed') : error;
    });
  audit(work, {
    operation: 'parameters.change',
    clientAccountId: null,
    subjectId: null,
    before: newest && { key, from: newest.from, value: inLine(newest.value) },
    after: { key, from, value: inLine(value), source, verified },
    isImpersonal: true,
  });
  await announce(work, { staff: true }, ['parameters']);
  const changed = (await datedParameters(work.tx, today)).find((one) => one.key === key);
  if (!changed) throw new Error(`${key} is not among the dated data`);
  return changed;
}
