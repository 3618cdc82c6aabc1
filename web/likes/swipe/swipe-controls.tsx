import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../../contract/members.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Heart, Icon, Undo2, User, X } from '../../ui/icon.tsx';
import { RoundButton, RoundLink } from '../../ui/round-button.tsx';

export interface SwipeControlsProps {
  member: ProfileSummary | undefined;
  mayLike: boolean;
  canUndo: boolean;
  onSkip: () => void;
  onLike: () => void;
  onUndo: () => void;
}

/** Take back, skip, like, and the profile: what the gestures and keys do, as buttons. */
export function SwipeControls(props: SwipeControlsProps): ReactElement {
  const say = useSay();
  const { member, mayLike, canUndo, onSkip, onLike, onUndo } = props;
  const name = member?.name ?? '';
  return (
    <>
      <div className="flex items-center justify-center gap-5 lg:col-start-2">
        <RoundButton label={say('likes.swipe.undo')} disabled={!canUndo} onClick={onUndo}>
          <Icon of={Undo2} />
        </RoundButton>
        <RoundButton label={say('likes.swipe.skip', { name })} size="lg" disabled={!member} onClick={onSkip}>
          <Icon of={X} />
        </RoundButton>
        <RoundButton
          label={say('members.like-name', { name })}
          size="lg"
          disabled={!member || !mayLike}
          // The second tap of two in a row would spend a like on somebody who was not seen yet.
          onClick={({ detail }) => detail < 2 && onLike()}
          className="size-18 enabled:bg-primary enabled:text-on-primary enabled:hover:bg-primary-hover enabled:hover:text-on-primary"
        >
          <Icon of={Heart} filled />
        </RoundButton>
        {member ? (
          <RoundLink label={say('likes.open-profile', { name })} to={pathTo('members-id', { id: member.id })}>
            <Icon of={User} />
          </RoundLink>
        ) : (
          <span className="size-12" />
        )}
      </div>
      <dl className="hidden content-center gap-3 text-13 text-ink-2 lg:col-start-3 lg:row-start-1 lg:grid">
        <Key name="←">{say('likes.swipe.key.skip')}</Key>
        <Key name="→">{say('likes.swipe.key.like')}</Key>
        <Key name="Z">{say('likes.swipe.key.undo')}</Key>
        <Key name="↑">{say('likes.swipe.key.open')}</Key>
      </dl>
    </>
  );
}

function Key({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div className="flex items-center gap-3">
      <dt>
        <kbd className="grid size-10 place-items-center rounded-pill bg-surface font-work text-13 font-bold text-ink inset-ring inset-ring-line">
          {name}
        </kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
