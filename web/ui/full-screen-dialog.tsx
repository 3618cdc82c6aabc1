import { type ReactNode, useId } from 'react';

import { cx } from './cx.ts';
import { Icon, X } from './icon.tsx';
import { Modal } from './modal.tsx';

/** Positions of the sparks, in percent of the screen, and sizes in pixels: never in front of the picture. */
const sparks: readonly (readonly [x: number, y: number, size: number])[] = [
  [12, 15, 3],
  [36, 8, 2],
  [72, 10, 1.6],
  [88, 20, 2.6],
  [5, 40, 1.8],
  [95, 48, 2],
  [5, 66, 2],
  [93, 72, 3],
  [9, 88, 2.4],
  [64, 94, 1.8],
  [90, 92, 2.2],
];

export type FullScreenDialogProps = {
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  closeLabel: string;
  picture: ReactNode;
  name: ReactNode;
  children: ReactNode;
  /** The action: one button, `variant="lit"`. */
  action: ReactNode;
  footnote?: ReactNode;
};

/** A full-screen dialog, dark in both themes: a framed picture in candlelight, and one button. */
export function FullScreenDialog(props: FullScreenDialogProps) {
  const { onOpenChange, title, closeLabel, picture, name, children, action, footnote } = props;
  const descriptionId = useId();
  return (
    <Modal
      open
      onOpenChange={onOpenChange}
      title={title}
      titleClass="speak z-1 max-w-full text-[clamp(2.125rem,11vw,3.25rem)] leading-[1.1] text-shadow-[0_1px_18px_#0c2a2b80]"
      describedBy={descriptionId}
      // A press outside the picture and the button closes the dialog (specification, section 2).
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button')) onOpenChange(false);
      }}
      className={cx(
        'night full-screen-ground fixed inset-0 z-50 grid content-center justify-items-center gap-4.5 overflow-y-auto px-6 py-7 text-center outline-none',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-lit',
      )}
    >
      <Sparks />
      <div className="z-1">{picture}</div>
      <div className="z-1 grid gap-1.5">
        <p className="speak text-26">{name}</p>
        <p id={descriptionId} className="max-w-[26em] text-balance">
          {children}
        </p>
      </div>
      <div className="z-1 grid min-w-[min(260px,80vw)]">{action}</div>
      {footnote !== undefined && <p className="z-1 text-13">{footnote}</p>}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => onOpenChange(false)}
        className="absolute top-3.5 right-3.5 z-1 grid size-12 place-items-center rounded-full transition-colors hover:bg-current/12"
      >
        <Icon of={X} />
      </button>
    </Modal>
  );
}

/** `className` sets the width. */
export function FramedPicture({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        'full-screen-frame relative aspect-4/5 overflow-hidden [&>:first-child]:h-full [&>:first-child]:rounded-none',
        className,
      )}
    >
      {children}
    </div>
  );
}

function Sparks() {
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      {sparks.map(([x, y, size]) => (
        <g key={`${x}-${y}`}>
          <circle cx={`${x}%`} cy={`${y}%`} r={size * 4} className="fill-secondary opacity-14" />
          <circle cx={`${x}%`} cy={`${y}%`} r={size} className="fill-flame-core opacity-85" />
        </g>
      ))}
    </svg>
  );
}
