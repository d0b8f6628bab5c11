import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { Field, type TextFieldProps, useField } from './field.tsx';

/** A password that may be shown, pasted and filled by a password manager. Give autoComplete. */
export function PasswordField(
  props: Omit<TextFieldProps, 'type' | 'suffix' | 'prefix'> & { showLabel: string; hideLabelText: string },
) {
  const [shown, setShown] = useState(false);
  const { frame, control, wiring } = useField(props);
  const { showLabel, hideLabelText, width, ...input } = control;
  return (
    <Field {...frame}>
      <div className="control" data-width={width} data-disabled={input.disabled || undefined}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...wiring}
          type={shown ? 'text' : 'password'}
          className="control-input"
        />
        <button
          type="button"
          className="control-button"
          aria-label={shown ? hideLabelText : showLabel}
          aria-controls={wiring.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      </div>
    </Field>
  );
}
