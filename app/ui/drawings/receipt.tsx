import { Drawing, type DrawingProps } from './drawing.tsx';

export function ReceiptDrawing(props: DrawingProps) {
  return (
    <Drawing {...props} left={26}>
      <path className="tint" d="M26 14h44v16H26z" />
      <path d="M26 14h44v68l-7.3-5-7.3 5-7.4-5-7.3 5-7.4-5L26 82ZM26 30h44M34 40h12M56 40h6M34 49h12M56 49h6M34 58h12" />
      <path className="touch" d="M54 54h9v8h-9z" />
    </Drawing>
  );
}
