import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../button.tsx';
import type { DialogProps } from '../dialog.tsx';

/** The same dialog for contents that open lists of their own: combo boxes, date pickers, menus. */
export function ModalDialog(props: DialogProps & { readonly closeLabel: string }) {
  const { open, onClose, title, description, closeLabel, children, footer, size, keepOnOutsidePress } = props;
  const id = useId();
  return (
    <ModalOverlay
      className="modal-scrim"
      isOpen={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      isDismissable={!keepOnOutsidePress}
    >
      <Modal className="dialog modal" data-size={size}>
        <Dialog className="dialog-frame" aria-describedby={description ? id : undefined}>
          <div className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            <IconButton label={closeLabel} className="dialog-close" onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div className="dialog-body">
            {description ? (
              <p className="dialog-description" id={id}>
                {description}
              </p>
            ) : null}
            {children}
          </div>
          {footer ? <div className="dialog-foot">{footer}</div> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
