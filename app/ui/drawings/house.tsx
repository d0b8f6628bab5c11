import { Drawing, type DrawingProps } from './drawing.tsx';

export function HouseDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M14 44 48 16l34 28Z" />
      <path d="M14 44 48 16l34 28M22 38v42h52V38M10 80h76M62 27V18h8v16" />
      <path d="M32 50h10v10H32zM37 50v10M32 55h10" />
      <path className="touch" d="M52 80V64a7 7 0 0 1 14 0v16Z" />
    </Drawing>
  );
}
