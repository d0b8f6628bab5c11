import Star from 'lucide-react/icons/star';

/** A rating out of five as stars, rounded to whole ones; `label` is its text. */
export function Stars({ note, label }: { note: number; label: string }) {
  const filled = Math.round(note);
  return (
    <span className="stars" role="img" aria-label={label}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} aria-hidden="true" data-filled={place <= filled || undefined} />
      ))}
    </span>
  );
}
