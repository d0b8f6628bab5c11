import { Drawing, type DrawingProps } from './drawing.tsx';

export function CalendarDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M16 22h64v14H16z" />
      <path d="M16 22h64v56H16zM16 36h64M30 16v12M66 16v12" />
      <path d="M28 47h6M45 47h6M62 47h6M28 57h6M62 57h6M28 67h6M45 67h6" />
      <path className="touch" d="M43 61v-4a5 5 0 0 1 10 0v4Z" />
    </Drawing>
  );
}
