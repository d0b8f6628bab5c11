import type { ReactNode } from 'react';
import { DemoRibbon } from '../demo-ribbon.tsx';

export default function SignInShell({ children }: { children: ReactNode }) {
  return (
    <div className="sign-in">
      <DemoRibbon />
      <main id="content">{children}</main>
    </div>
  );
}
