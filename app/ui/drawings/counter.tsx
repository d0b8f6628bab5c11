import { Drawing, type DrawingProps } from './drawing.tsx';

export function CounterDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M30 74V42a18 18 0 0 1 36 0v32Z" />
      <path d="M22 74V42a26 26 0 0 1 52 0v32M30 74V42a18 18 0 0 1 36 0v32M48 16v8M28.5 24l5 6M67.5 24l-5 6" />
      <path d="M40 74v-7a8 8 0 0 1 16 0v7M42 46h12M44 50.500h8" />
      <path d="M10 74h76v8H10zM18 82v6M78 82v6" />
      <path className="touch" d="M64 74a5 5 0 0 1 10 0Z" />
    </Drawing>
  );
}
