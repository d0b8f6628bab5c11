/** The brand mark: the arched window of a counter, its hatch, its ledge. One colour, taken from the text around it. */
export function Mark({ size = 32, title }: { size?: number; title?: string }) {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : 'true'}
    >
      <path d="M6.25 24.5V13.25a9.75 9.75 0 0 1 19.5 0V24.5" />
      <path d="M12 24.5v-3.25a4 4 0 0 1 8 0v3.25" />
      <path d="M2 27h28" strokeWidth="5" />
    </svg>
  );
}

/** The mark beside the name. The name is text, so that an institution can put its own. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="wordmark">
      <Mark size={28} />
      <span>{name}</span>
    </span>
  );
}
