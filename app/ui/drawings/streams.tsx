import { Drawing, type DrawingProps } from './drawing.tsx';

/** Several debts becoming one. */
export function StreamsDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M58 38h28v20H58z" />
      <path d="M10 20h14c18 0 14 22 34 22M10 40h12c14 0 16 5 36 5M10 56h12c14 0 16-5 36-5M10 76h14c18 0 14-22 34-22M58 38h28v20H58z" />
      <circle className="touch" cx="72" cy="48" r="5" />
    </Drawing>
  );
}
