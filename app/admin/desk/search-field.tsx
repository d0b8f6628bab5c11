import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { TextField } from '../../ui/field.tsx';

const PAUSE_MS = 250;
/** Most characters that a search reads. */
const MAX_SEARCH = 100;

/** Updates the address when typing pauses, and follows the address after the back button. */
export function SearchField({
  label,
  hint,
  value,
  onSearch,
}: {
  label: string;
  hint: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => {
      setAsked(text.trim());
      onSearch(text.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      type="search"
      name="q"
      hideLabel
      label={label}
      placeholder={hint}
      prefix={<Search aria-hidden="true" />}
      autoComplete="off"
      maxLength={MAX_SEARCH}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
