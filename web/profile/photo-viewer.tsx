import { toId } from '../../contract/platform/id.ts';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';

import { useSay } from '../platform/sentences/sentences.tsx';
import type { ReportDialogProps } from '../support/report-dialog.tsx';
import { ReportPhoto } from '../support/report.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ChevronLeft, ChevronRight, Icon, Quote, X } from '../ui/icon.tsx';
import { Modal } from '../ui/modal.tsx';
import { RoundButton } from '../ui/round-button.tsx';

export interface PhotoViewerProps {
  name: string;
  sources: readonly string[];
  start: number;
  writeAbout: (place: number) => { to: string; onClick: () => void } | null;
  /** The member and the ids of the pictures, if the viewer can report them. */
  reported: { member: ReportDialogProps['member']; ids: readonly PhotoId[] } | null;
  onClose: () => void;
}

export function PhotoViewer({ name, sources, start, writeAbout, reported, onClose }: PhotoViewerProps): ReactElement {
  const say = useSay();
  const track = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(start);
  const count = sources.length;
  const go = (to: number, behavior: ScrollBehavior = 'auto'): void => {
    const wanted = Math.max(0, Math.min(to, count - 1));
    track.current?.children[wanted]?.scrollIntoView({ behavior, inline: 'center', block: 'nearest' });
  };
  useEffect(() => {
    track.current?.children[start]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
  }, [start]);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(place + step);
  };
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={say('members.photos-of', { name })}
      titleClass="sr-only"
      onKeyDown={press}
      className="night fixed inset-0 z-50 bg-photo-shade text-on-photo outline-none data-[state=open]:animate-fade"
    >
      <ul
        ref={track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs keyboard access
        tabIndex={0}
        onScroll={({ currentTarget }) => setPlace(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
        className="flex size-full outline-offset-[-4px] snap-x snap-mandatory overflow-x-auto motion-safe:scroll-smooth [scrollbar-width:none]"
      >
        {sources.map((source, at) => (
          <li key={source} className="grid size-full shrink-0 snap-center place-items-center">
            <img
              src={source}
              alt={say('members.photo-alt', { name, place: at + 1, count })}
              loading={Math.abs(at - place) <= 1 ? 'eager' : 'lazy'}
              className="max-h-dvh max-w-full object-contain"
            />
          </li>
        ))}
      </ul>
      <p
        aria-live="polite"
        className="absolute top-5 left-1/2 -translate-x-1/2 rounded-pill bg-photo-shade/70 px-3 py-1 text-13 font-bold tabular-nums"
      >
        {say('members.photo-place', { place: place + 1, count })}
      </p>
      <WriteAbout way={writeAbout(place)} />
      <Arrows place={place} count={count} onGo={go} />
      <ReportShown reported={reported} place={place} />
      <RoundButton label={say('common.close')} variant="glass" onClick={onClose} className="absolute top-3.5 right-3.5">
        <Icon of={X} />
      </RoundButton>
    </Modal>
  );
}

function WriteAbout({ way }: { way: ReturnType<PhotoViewerProps['writeAbout']> }): ReactElement | null {
  const say = useSay();
  if (!way) return null;
  return (
    <span className="absolute inset-x-4 bottom-[max(20px,env(safe-area-inset-bottom))] flex justify-center">
      <LinkButton {...way} size="sm">
        <Icon of={Quote} size="sm" />
        {say('members.take-up-photo')}
      </LinkButton>
    </span>
  );
}

function ReportShown({ reported, place }: Pick<PhotoViewerProps, 'reported'> & { place: number }): ReactElement | null {
  const say = useSay();
  if (!reported) return null;
  const what = { photo: toId<PhotoId>(reported.ids[place]) };
  return <ReportPhoto label={say('members.report-photo')} member={reported.member} what={what} />;
}

function Arrows({
  place,
  count,
  onGo,
}: {
  place: number;
  count: number;
  onGo: (to: number) => void;
}): ReactElement | null {
  const say = useSay();
  if (count < 2) return null;
  // At the ends, the buttons are muted, not disabled: a disabled button would lose the focus and with it the keys.
  return (
    <>
      <RoundButton
        label={say('members.photo-previous')}
        variant="glass"
        aria-disabled={place === 0}
        onClick={() => onGo(place - 1)}
        className="absolute top-1/2 left-3.5 -translate-y-1/2 aria-disabled:opacity-45"
      >
        <Icon of={ChevronLeft} />
      </RoundButton>
      <RoundButton
        label={say('members.photo-next')}
        variant="glass"
        aria-disabled={place === count - 1}
        onClick={() => onGo(place + 1)}
        className="absolute top-1/2 right-3.5 -translate-y-1/2 aria-disabled:opacity-45"
      >
        <Icon of={ChevronRight} />
      </RoundButton>
    </>
  );
}
