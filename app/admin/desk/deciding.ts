import { useState } from 'react';

/**
 * The row that is being decided: from the press until the lists show what became of it. A button pressed in between would decide of what
 * is no longer so, and its sender would be told that they had been faster than themselves.
 */
export function useDeciding(): {
  readonly deciding: string | null;
  begin: (id: string) => void;
  /** Once what was read again is shown, or at once. */
  end: (id: string, reread?: Promise<unknown>) => void;
} {
  const [deciding, setDeciding] = useState<string | null>(null);
  return {
    deciding,
    begin: setDeciding,
    end(id, reread = Promise.resolve()) {
      // By then another row may be the one.
      void reread.finally(() => setDeciding((current) => (current === id ? null : current)));
    },
  };
}
