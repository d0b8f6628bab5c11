import { useT } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/layout.tsx';
import { Switch } from '../../ui/switch.tsx';

/** The list of keyboard shortcuts, and the switch that turns single-key ones off. */
export function ShortcutsDialog({
  isOn,
  onChoose,
  onClose,
}: {
  isOn: boolean;
  onChoose: (isOn: boolean) => void;
  onClose: () => void;
}) {
  const t = useT();
  const always = [
    { keys: ['Ctrl', 'K'], words: t('admin.keys.palette') },
    { keys: ['Ctrl', 'B'], words: t('admin.keys.menu') },
    { keys: [t('admin.keys.enter')], words: t('admin.keys.open') },
    { keys: [t('admin.keys.escape')], words: t('admin.keys.close') },
  ];
  const single = [
    { keys: ['J'], words: t('admin.keys.next') },
    { keys: ['K'], words: t('admin.keys.previous') },
    { keys: ['A'], words: t('admin.keys.approve') },
    { keys: ['R'], words: t('admin.keys.reject') },
    { keys: ['S'], words: t('admin.keys.split') },
    { keys: ['N'], words: t('admin.keys.note') },
    { keys: ['G'], words: t('admin.keys.go') },
    { keys: ['M'], words: t('admin.keys.take') },
    { keys: ['X'], words: t('admin.keys.choose') },
    { keys: ['A', 'R', 'M'], words: t('admin.keys.chosen') },
    { keys: ['?'], words: t('admin.keys.help') },
  ];
  const list = (lines: readonly { keys: readonly string[]; words: string }[], isOff = false) => (
    <dl className="key-list" data-off={isOff || undefined}>
      {lines.map(({ keys, words }) => (
        <div key={words}>
          <dt>
            <Kbd keys={keys} />
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Dialog open onClose={onClose} title={t('admin.keys.title')} closeLabel={t('common.close')}>
      {list(always)}
      <Switch
        label={t('admin.keys.enabled')}
        hint={t('admin.keys.enabledHint')}
        checked={isOn}
        onChange={(event) => onChoose(event.target.checked)}
      />
      {list(single, !isOn)}
    </Dialog>
  );
}
