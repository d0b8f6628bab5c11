import type { ReactNode } from 'react';
import { DemoRibbon } from '../demo-ribbon.tsx';

export default function AdminShell({ children }: { children: ReactNode }) {
  return (
    <div className="admin">
      <DemoRibbon />
      <main id="content">{children}</main>
    </div>
  );
}
