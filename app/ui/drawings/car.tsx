import { Drawing, type DrawingProps } from './drawing.tsx';

export function CarDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={8}>
      <path className="tint" d="m24 46 7-16h26l13 16Z" />
      <path d="M10 66V52l14-6 7-16h26l13 16 16 5v15H10ZM24 46h46M46 30v16" />
      <circle cx="28" cy="68" r="8" className="paper" />
      <circle cx="68" cy="68" r="8" className="paper" />
      <path d="M8 76h78" />
      <path className="touch" d="M80 54h6v6h-6z" />
    </Drawing>
  );
}
