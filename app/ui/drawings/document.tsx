import { Drawing, type DrawingProps } from './drawing.tsx';

export function DocumentDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={22}>
      <path className="tint" d="M58 14v16h16Z" />
      <path d="M22 14h36l16 16v52H22zM58 14v16h16M32 40h30M32 49h30M32 58h18M32 67h12" />
      <path className="touch" d="M54 74v-7a6 6 0 0 1 12 0v7Z" />
    </Drawing>
  );
}
