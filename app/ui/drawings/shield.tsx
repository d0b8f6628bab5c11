import { Drawing, type DrawingProps } from './drawing.tsx';

export function ShieldDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={20}>
      <path className="tint" d="M48 14v68c18-8 28-20 28-38V24Z" />
      <path d="M48 14 20 24v20c0 18 10 30 28 38 18-8 28-20 28-38V24ZM48 14v24M48 56v26" />
      <path className="touch" d="M41 56v-9a7 7 0 0 1 14 0v9Z" />
    </Drawing>
  );
}
