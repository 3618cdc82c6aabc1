import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Profile } from '../../contract/members/operations.ts';
import { useLikeSeen } from '../members/profile/use-like-seen.ts';
import { WriteLink } from '../members/write-link.tsx';
import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { FramedPicture, FullScreenDialog } from '../ui/full-screen-dialog.tsx';
import { Heart, Icon } from '../ui/icon.tsx';
import { MatchFace } from './match-face.tsx';

export interface MatchMomentProps {
  /** The other member. */
  profile: Profile;
  /** Called when the other member's picture is pressed. */
  onOpen: () => void;
  onClose: () => void;
}

/** Announces a match on the full screen: both pictures, and a link to write. Needs the parts `likes` and `members`. */
export function MatchMoment({ profile, onOpen, onClose }: MatchMomentProps): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  useLikeSeen(profile);
  const { name, age, fictional, main_image: image } = profile;
  return (
    <FullScreenDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say('likes.match-title')}
      closeLabel={say('common.close')}
      picture={
        <div className="relative mt-3 mb-8 flex justify-center">
          <FramedPicture className="w-[min(38vw,230px,30dvh)] -rotate-4 animate-from-start">
            <MatchFace name={user?.name ?? ''} image={user?.profile.main_image ?? null} shape="size-full" />
          </FramedPicture>
          <FramedPicture className="z-1 -ml-4 w-[min(38vw,230px,30dvh)] rotate-4 animate-from-end">
            <MatchFace name={name} image={image} shape="size-full" fictional={fictional} />
            <button
              type="button"
              aria-label={say('likes.open-profile', { name })}
              onClick={onOpen}
              className="absolute inset-0 z-5 rounded-[28px]"
            />
          </FramedPicture>
          <span className="absolute bottom-0 left-1/2 z-2 grid size-14 -translate-x-1/2 translate-y-1/2 place-items-center rounded-full bg-secondary text-on-secondary shadow-glow">
            <Icon of={Heart} filled />
          </span>
        </div>
      }
      name={say('members.name-age', { name, age })}
      action={<WriteLink profile={profile} variant="lit" onClick={onClose} />}
    >
      {say('likes.match-text', { name })}
    </FullScreenDialog>
  );
}
