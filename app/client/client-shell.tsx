import type { ReactNode } from 'react';
import { DemoRibbon } from '../demo-ribbon.tsx';

export default function ClientShell({ children }: { children: ReactNode }) {
  return (
    <div className="client">
      <DemoRibbon />
      <main id="content">{children}</main>
    </div>
  );
}
