import { Drawing, type DrawingProps } from './drawing.tsx';

export function CoinsDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={16}>
      <path className="tint" d="M16 52v20c0 4.4 8 8 18 8s18-3.6 18-8V52" />
      <path d="M16 52c0 4.4 8 8 18 8s18-3.6 18-8-8-8-18-8-18 3.6-18 8ZM16 52v20c0 4.4 8 8 18 8s18-3.6 18-8V52" />
      <path d="M16 62c0 4.4 8 8 18 8s18-3.6 18-8M58 79c12 1.5 24-2 24-7V32" />
      <path d="M46 40v-8M58 69c12 1.5 24-2 24-7M58 59c12 1.5 24-2 24-7M58 49c12 1.5 24-2 24-7" />
      <ellipse className="touch" cx="64" cy="32" rx="18" ry="8" />
    </Drawing>
  );
}
