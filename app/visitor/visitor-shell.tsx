import type { ReactNode } from 'react';
import { DemoRibbon } from '../demo-ribbon.tsx';

export default function VisitorShell({ children }: { children: ReactNode }) {
  return (
    <div className="visitor">
      <DemoRibbon />
      <main id="content">{children}</main>
    </div>
  );
}
