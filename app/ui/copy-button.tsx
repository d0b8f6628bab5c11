import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** Copies a text and says so for two seconds. `onFail` is called when the browser refuses the clipboard. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  onFail,
  ...rest
}: Omit<ButtonProps, 'children' | 'onClick' | 'onCopy'> & {
  /** A function is evaluated on press. */
  text: string | (() => string);
  label: string;
  copiedLabel: string;
  onFail?: (error: unknown) => void;
}) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch (error) {
      onFail?.(error);
    }
  };

  return (
    <>
      <Button
        {...rest}
        className="copy-button"
        data-copied={copied || undefined}
        icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={copy}
      >
        {copied ? copiedLabel : label}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? copiedLabel : ''}
      </span>
    </>
  );
}
