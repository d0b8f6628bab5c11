import { Drawing, type DrawingProps } from './drawing.tsx';

export function CardDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={10}>
      <path className="tint" d="M10 36h76v10H10z" />
      <path d="M16 24h64a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H16a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6ZM10 36h76M10 46h76" />
      <path d="M20 62h18M44 62h8" />
      <path className="touch" d="M66 66v-6a5 5 0 0 1 10 0v6Z" />
    </Drawing>
  );
}
