import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { useLikeSeen } from '../members/members-queries.ts';
import { WriteLink } from '../members/write-link.tsx';
import { userQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { FramedPicture, FullScreenDialog } from '../ui/full-screen-dialog.tsx';
import { Heart, Icon } from '../ui/icon.tsx';
import { MatchFace } from './match-face.tsx';

/** The picture of the other member, which opens their profile; without a picture, a placeholder is in its frame. */
function PressedPicture(props: { member: ProfileSummary; onPress: () => void; className: string }): ReactElement {
  const { member, onPress, className } = props;
  const say = useSay();
  const { name, main_image: image, fictional } = member;
  return (
    <FramedPicture className={className}>
      <MatchFace name={name} image={image} shape="size-full" fictional={fictional} />
      <button
        type="button"
        aria-label={say('likes.open-profile', { name })}
        onClick={onPress}
        className="absolute inset-0 z-5 rounded-[28px]"
      />
    </FramedPicture>
  );
}

/** Announces a match on the full screen: both pictures, and a link to write. Needs the parts `likes` and `members`. */
export function MatchMoment(props: { profile: Profile; onOpen: () => void; onClose: () => void }): ReactElement {
  const { profile, onOpen, onClose } = props;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  useLikeSeen(profile);
  const { name, age } = profile;
  return (
    <FullScreenDialog
      onOpenChange={(open) => !open && onClose()}
      title={say('likes.match-title')}
      closeLabel={say('common.close')}
      picture={
        <div className="relative mt-3 mb-8 flex justify-center">
          <FramedPicture className="w-[min(38vw,230px,30dvh)] -rotate-4 animate-from-start">
            <MatchFace name={user?.name ?? ''} image={user?.profile.main_image ?? null} shape="size-full" />
          </FramedPicture>
          <PressedPicture
            member={profile}
            onPress={onOpen}
            className="z-1 -ml-4 w-[min(38vw,230px,30dvh)] rotate-4 animate-from-end"
          />
          <span className="absolute bottom-0 left-1/2 z-2 grid size-14 -translate-x-1/2 translate-y-1/2 place-items-center rounded-full bg-secondary text-on-secondary shadow-glow">
            <Icon of={Heart} filled />
          </span>
        </div>
      }
      name={say('members.name-age', { name, age })}
      action={<WriteLink profile={profile} variant="lit" onClick={onClose} />}
      footnote={
        <button type="button" className="reach rounded-small font-bold underline underline-offset-4" onClick={onClose}>
          {say('likes.match-later')}
        </button>
      }
    >
      {profile.conversation === null ? say('likes.match-text', { name }) : say('likes.match-talking')}
    </FullScreenDialog>
  );
}

interface NewLikeModalProps {
  /** The member who gave the like. */
  profile: ProfileSummary;
  onImagePressed: () => void;
  onButtonPressed: () => void;
  onClose: () => void;
}

/** Full-screen dialog of a like not yet returned (specification, section 2). Needs the parts `likes` and `members`. */
export function NewLikeModal({ profile, onImagePressed, onButtonPressed, onClose }: NewLikeModalProps): ReactElement {
  const say = useSay();
  const { name, age, gender } = profile;
  return (
    <FullScreenDialog
      onOpenChange={(open) => !open && onClose()}
      title={say('likes.new-title')}
      closeLabel={say('common.close')}
      picture={<PressedPicture member={profile} onPress={onImagePressed} className="w-[min(74vw,300px,36dvh)]" />}
      name={say('members.name-age', { name, age })}
      action={
        <Button variant="lit" onClick={onButtonPressed}>
          {say('likes.new-back', { name })}
        </Button>
      }
      footnote={say('likes.new-footnote')}
    >
      {say('likes.new-text', { gender: gender ?? 'other' })}
    </FullScreenDialog>
  );
}
