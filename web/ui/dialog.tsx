import { type ReactNode, useId } from 'react';

import { cx } from './cx.ts';
import { Icon, X } from './icon.tsx';
import { Modal } from './modal.tsx';
import { RoundButton } from './round-button.tsx';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The label of the close button. Without it, only going back closes the dialog, not Escape or a press outside. */
  closeLabel?: string;
  /** Closes only by its cross or by going back: no Escape, no press outside. For content that a slip must not lose. */
  sticky?: boolean;
  description?: ReactNode;
  /** A picture beside the description. */
  start?: ReactNode;
  /** Actions at the bottom; the last one is the main one. */
  actions?: ReactNode;
  /** 420 or 560 px on desktop. */
  size?: 'md' | 'lg';
  /** Gives the initial focus to the dialog itself instead of its first control. */
  focusPanel?: boolean;
  className?: string;
  children?: ReactNode;
};

const panel =
  'fixed z-50 flex flex-col bg-raised text-ink shadow-e3 outline-none ' +
  'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-sheet data-[state=open]:animate-sheet data-[state=closed]:animate-sheet-out ' +
  'md:inset-x-auto md:bottom-auto md:top-1/2 md:left-1/2 md:max-h-[86dvh] md:-translate-1/2 md:rounded-sheet md:data-[state=open]:animate-rise md:data-[state=closed]:animate-fade-out';

/** A dialog above the page: a bottom sheet on phones, a centered panel on desktop. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    closeLabel,
    description,
    start,
    actions,
    size = 'md',
    sticky = false,
    focusPanel = false,
    className,
    children,
  } = props;
  const descriptionId = useId();
  const closable = closeLabel !== undefined;
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      titleClass={cx('speak px-5 pt-6 text-26 md:px-7 md:pt-7', closable && 'pr-16 md:pr-18')}
      describedBy={description === undefined ? undefined : descriptionId}
      sticky={sticky || !closable}
      ground="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade"
      focusPanel={focusPanel}
      className={cx(panel, size === 'md' ? 'md:w-[420px]' : 'md:w-[560px]', className)}
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto overscroll-contain px-5 pt-3 pb-6 md:px-7 md:pb-7">
        {description !== undefined && (
          <div className="flex items-center gap-4">
            {start}
            <p id={descriptionId} className="min-w-0 flex-1 text-ink-2">
              {description}
            </p>
          </div>
        )}
        {children}
      </div>
      {actions !== undefined && <Actions>{actions}</Actions>}
      {/* Last in order, so that the focus starts at the content rather than at the close button. */}
      {closeLabel !== undefined && (
        <RoundButton
          label={closeLabel}
          variant="bare"
          size="sm"
          onClick={() => onOpenChange(false)}
          className="absolute top-4.5 right-3 md:top-5.5 md:right-4.5"
        >
          <Icon of={X} />
        </RoundButton>
      )}
    </Modal>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex flex-wrap-reverse gap-2.5 px-5 pt-1 pb-[max(24px,env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-raised *:max-md:flex-auto md:flex-wrap md:justify-end md:px-7 md:pb-7">
      {children}
    </div>
  );
}
