import { Drawing, type DrawingProps } from './drawing.tsx';

export function SearchDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={18}>
      <circle className="tint" cx="42" cy="42" r="24" />
      <circle cx="42" cy="42" r="24" />
      <path d="m60 60 22 22M30 38h24M30 46h14" />
      <circle className="touch" cx="52" cy="46" r="3.5" />
    </Drawing>
  );
}
