import { Drawing, type DrawingProps } from './drawing.tsx';

export function EnvelopeDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={14}>
      <path className="tint" d="M14 30h68L48 58Z" />
      <path d="M14 28h68v44H14zM14 30l34 28 34-28M14 70l24-20M82 70 58 50" />
      <circle className="touch" cx="48" cy="57" r="6" />
    </Drawing>
  );
}
