/** Initials in the arch of the counter's window. The name stands beside it, so it is not spoken. */
export function Avatar({ initials, size }: { initials: string; size?: 'small' | 'regular' | 'large' }) {
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {initials}
    </span>
  );
}
