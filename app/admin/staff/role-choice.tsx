import type * as z from 'zod/mini';
import type { role } from '#contract/roles.ts';
import { conflictsOf } from '#domain/staff/conflicts.ts';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

export type Role = z.infer<typeof role>;

/** What is chosen in the roles of a person: their codes, and why conflicting ones are accepted. */
export interface ChosenRoles {
  readonly roles: readonly string[];
  readonly conflictReason: string;
}

/** Boxes for roles, with the conflicts among those chosen and the field for their reason (STAFF-10). */
export function RoleChoice({
  all,
  chosen,
  error,
  onChoose,
}: {
  all: readonly Role[];
  chosen: ChosenRoles;
  error: string | null;
  onChoose: (chosen: ChosenRoles) => void;
}) {
  const t = useT();
  const held = all.filter(({ code }) => chosen.roles.includes(code));
  const conflicts = conflictsOf(held, isDemo ? 'demo' : 'live');
  const labelOf = (code: string) => all.find((one) => one.code === code)?.label ?? code;
  const toggle = (code: string, isOn: boolean) =>
    onChoose({
      ...chosen,
      roles: isOn ? [...chosen.roles, code] : chosen.roles.filter((other) => other !== code),
    });
  return (
    <>
      <fieldset className="role-choice" aria-describedby={error ? 'role-choice-error' : undefined}>
        <legend className="form-legend">{t('admin-staff.roles')}</legend>
        {all.map(({ code, label, description, holdsAll }) => (
          <Checkbox
            key={code}
            name="roles"
            value={code}
            label={label}
            hint={holdsAll ? t('admin-staff.holdsAll') : description}
            checked={chosen.roles.includes(code)}
            onChange={(event) => toggle(code, event.target.checked)}
          />
        ))}
        {error ? (
          <p className="field-error" id="role-choice-error">
            {error}
          </p>
        ) : null}
      </fieldset>
      {conflicts.map(({ a, b, severity }) => (
        <Notice key={`${a} ${b}`} tone={severity === 'refuse' ? 'danger' : 'warning'} live="polite">
          {t(severity === 'refuse' ? 'admin-staff.conflictRefused' : 'admin-staff.conflictWarned', {
            a: labelOf(a),
            b: labelOf(b),
          })}
        </Notice>
      ))}
      {conflicts.some(({ severity }) => severity === 'warn') ? (
        <TextArea
          name="conflictReason"
          label={t('admin-staff.conflictReason')}
          hint={t('admin-staff.conflictReasonHint')}
          rows={2}
          maxLength={200}
          value={chosen.conflictReason}
          onChange={(event) => onChoose({ ...chosen, conflictReason: event.target.value })}
        />
      ) : null}
    </>
  );
}
