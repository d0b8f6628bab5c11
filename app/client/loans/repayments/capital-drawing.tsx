import { daysBetween } from '#domain/loans/due-dates.ts';
import './repayments.css';

const WIDTH = 320;
const HEIGHT = 96;

interface CapitalLine {
  readonly key: string;
  readonly label: string;
  readonly points: readonly { readonly day: string; readonly remainingMinor: number }[];
  /** The capital at the beginning, when it is not the balance. */
  readonly opening?: number;
}

/**
 * The capital left over time, one stepped line for each result. Lines differ by their dashes as well as by their colour; the figures stand in
 * the table above it.
 */
export function CapitalDrawing({
  balanceMinor,
  day,
  title,
  text,
  lines,
}: {
  balanceMinor: number;
  /** Where the lines begin, YYYY-MM-DD. */
  day: string;
  title: string;
  text: string;
  lines: readonly CapitalLine[];
}) {
  const lastDay = lines.reduce((last, { points }) => {
    const end = points.at(-1)?.day ?? day;
    return end > last ? end : last;
  }, day);
  const days = Math.max(1, daysBetween(day, lastDay));
  const x = (at: string) => Math.round((daysBetween(day, at) / days) * WIDTH * 10) / 10;
  const y = (minor: number) =>
    Math.round((1 - minor / Math.max(1, balanceMinor)) * (HEIGHT - 4) * 10) / 10 + 2;
  const pathOf = ({ points, opening = balanceMinor }: CapitalLine) =>
    points.reduce(
      (path, point) => `${path} H${x(point.day)} V${y(point.remainingMinor)}`,
      `M0 ${y(opening)}`,
    );
  return (
    <figure className="capital-drawing">
      <figcaption>
        {title}
        <span className="visually-hidden"> {text}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map((line) => (
          <path key={line.key} className="capital-line" data-line={line.key} d={pathOf(line)} />
        ))}
      </svg>
      <ul className="capital-legend">
        {lines.map(({ key, label }) => (
          <li key={key}>
            <svg viewBox="0 0 28 4" aria-hidden="true">
              <path className="capital-line" data-line={key} d="M0 2 H28" />
            </svg>
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}
