import { Drawing, type DrawingProps } from './drawing.tsx';

export function KeyDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={14}>
      <circle className="tint" cx="32" cy="34" r="18" />
      <circle cx="32" cy="34" r="18" />
      <path d="m45 47 33 33M64 66l8-8M73 75l6-6" />
      <circle className="touch" cx="28" cy="30" r="5" />
    </Drawing>
  );
}
