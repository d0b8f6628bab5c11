import { Drawing, type DrawingProps } from './drawing.tsx';

export function ClockDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M48 48V18a30 30 0 0 1 26 45Z" />
      <circle cx="48" cy="48" r="32" />
      <path d="M48 26v22l16 10M48 16v4M48 76v4M16 48h4M76 48h4" />
      <circle className="touch" cx="48" cy="48" r="4" />
    </Drawing>
  );
}
