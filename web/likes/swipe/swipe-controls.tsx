import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Heart, Icon, Undo2, User, X } from '../../ui/icon.tsx';
import { RoundButton, RoundLink } from '../../ui/round-button.tsx';

export interface SwipeControlsProps {
  member: ProfileSummary | undefined;
  mayLike: boolean;
  canUndo: boolean;
  /** The id of the note that an undo does not give the like back. */
  undoNote: string | undefined;
  onSkip: () => void;
  onLike: () => void;
  onUndo: () => void;
}

/** Buttons for undo, skip, like and the profile. A button without effect is muted and keeps the focus. */
export function SwipeControls(props: SwipeControlsProps): ReactElement {
  const say = useSay();
  const { member, mayLike, canUndo, undoNote, onSkip, onLike, onUndo } = props;
  const name = member?.name ?? '';
  const canLike = member !== undefined && mayLike;
  return (
    <>
      <div className="flex items-center justify-center gap-5 lg:col-start-2">
        <RoundButton label={say('likes.swipe.undo')} aria-describedby={undoNote} isMuted={!canUndo} onClick={onUndo}>
          <Icon of={Undo2} />
        </RoundButton>
        <RoundButton label={say('likes.swipe.skip', { name })} size="lg" isMuted={!member} onClick={onSkip}>
          <Icon of={X} />
        </RoundButton>
        <RoundButton
          label={say('members.like-name', { name })}
          variant="primary"
          size="lg"
          isMuted={!canLike}
          // The second tap of two in a row would spend a like on a member who was not seen yet.
          onClick={({ detail }) => detail < 2 && onLike()}
          className="size-18"
        >
          <Icon of={Heart} filled />
        </RoundButton>
        {member ? (
          <RoundLink label={say('likes.open-profile', { name })} to={pathTo('members-id', { id: member.id })}>
            <Icon of={User} />
          </RoundLink>
        ) : (
          <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-3">
            <Icon of={User} />
          </span>
        )}
      </div>
      <dl className="hidden grid-cols-[max-content_1fr] content-center items-center gap-3 text-13 text-ink-2 lg:col-start-3 lg:row-start-1 lg:grid">
        <Key name="←">{say('likes.swipe.key.skip')}</Key>
        <Key name="→">{say('likes.swipe.key.like')}</Key>
        <Key name={say('likes.swipe.key.undo-keys')}>{say('likes.swipe.key.undo')}</Key>
        <Key name="↵">{say('likes.swipe.key.open')}</Key>
      </dl>
    </>
  );
}

function Key({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div className="contents">
      <dt>
        <kbd className="grid h-10 min-w-10 place-items-center rounded-pill bg-surface px-2.5 font-work text-13 font-bold text-ink inset-ring inset-ring-line">
          {name}
        </kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
