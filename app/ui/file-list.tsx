import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import type { ReactNode } from 'react';

export interface ListedFile {
  readonly key: string;
  /** Before the icon: the box of a file that can be chosen. */
  readonly box?: ReactNode;
  readonly name: string;
  readonly isImage: boolean;
  /** Size, day: what is said under the name. */
  readonly note: ReactNode;
  readonly actions: ReactNode;
}

/** Files one under the other, each with its name as it was given and what can be done with it. */
export function FileList({ label, files }: { label: string; files: readonly ListedFile[] }) {
  return (
    <ul className="file-list" aria-label={label}>
      {files.map(({ key, box, name, isImage, note, actions }) => (
        <li key={key} className="file-row">
          {box}
          {isImage ? <Image aria-hidden="true" /> : <FileText aria-hidden="true" />}
          <div className="file-text">
            <p className="file-name">{name}</p>
            <p className="file-note tabular">{note}</p>
          </div>
          <div className="file-actions">{actions}</div>
        </li>
      ))}
    </ul>
  );
}
