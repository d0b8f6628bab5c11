import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const choices = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const;

/** Light, dark, or the system's theme. Controlled; the application stores the choice. */
export function ThemeSwitch({
  label,
  labels,
  value,
  onChange,
}: {
  label: string;
  labels: Record<Theme, string>;
  value: Theme;
  onChange: (theme: Theme) => void;
}) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([theme, Icon]) => (
        <label key={theme} className="segment" title={labels[theme]}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={value === theme}
            onChange={() => onChange(theme)}
          />
          <Icon aria-hidden="true" />
          <span className="visually-hidden">{labels[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
