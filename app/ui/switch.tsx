import { type ComponentProps, type ReactNode, useId } from 'react';

/** An on/off switch with immediate effect: for settings, never inside a form that is sent later. */
export function Switch({
  label,
  hint,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; hint?: ReactNode }) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className="switch">
      <div className="switch-text">
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
      </div>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked.
        role="switch"
        id={id}
        className="switch-input"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  );
}
