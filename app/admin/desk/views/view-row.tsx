import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Star from 'lucide-react/icons/star';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import { refresh } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useT } from '../../../i18n/t.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choices.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useAnnounce } from '../announce.ts';
import type { SavedView } from './use-views.ts';

/** Moves a view by one place among those of its person. */
function PlaceButtons({
  name,
  place,
  of,
  onMove,
}: {
  name: string;
  place: number;
  of: number;
  onMove: (place: number) => void;
}) {
  const t = useT();
  return (
    <>
      <IconButton
        size="dense"
        label={t('admin-desk.views.up', { name })}
        // A button that cannot be pressed any more keeps the focus that pressed it.
        aria-disabled={place === 1 || undefined}
        onClick={() => place > 1 && onMove(place - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="dense"
        label={t('admin-desk.views.down', { name })}
        aria-disabled={place === of || undefined}
        onClick={() => place < of && onMove(place + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** One view of one's own in the dialog that manages them. */
export function ViewRow({ view, place, of }: { view: SavedView; place: number; of: number }) {
  const t = useT();
  const may = useMay();
  const { failed } = useAnnounce();
  const [name, setName] = useState(view.name);
  const handlers = {
    onSuccess: () => void refresh(['views']),
    onProblem: (problem: ApiProblem) => {
      setName(view.name);
      failed(problem, 'admin.updateFailed');
    },
  };
  const change = useSubmission(api.views.change, handlers);
  const share = useSubmission(api.views.share, handlers);
  const remove = useSubmission(api.views.remove, handlers);
  const { id } = view;
  const named = { name: view.name };
  return (
    <li className="view-row">
      <TextField
        hideLabel
        label={t('admin-desk.views.name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => {
          if (name.trim() === '') setName(view.name);
          else if (name.trim() !== view.name) change.send({ id, name });
        }}
      />
      <span className="cluster">
        <IconButton
          size="dense"
          label={t('admin-desk.views.star', named)}
          aria-pressed={view.isStarred}
          onClick={() => change.send({ id, isStarred: !view.isStarred })}
        >
          <Star aria-hidden="true" fill={view.isStarred ? 'currentColor' : 'none'} />
        </IconButton>
        <PlaceButtons
          name={view.name}
          place={place}
          of={of}
          onMove={(position) => change.send({ id, position })}
        />
        <IconButton
          size="dense"
          label={t('admin-desk.views.remove', named)}
          onClick={() => remove.send({ id })}
        >
          <Trash aria-hidden="true" />
        </IconButton>
      </span>
      {may('views.share') ? (
        <Checkbox
          label={t('admin-desk.views.share')}
          checked={view.isShared}
          onChange={(event) => share.send({ id, isShared: event.target.checked })}
        />
      ) : null}
    </li>
  );
}
