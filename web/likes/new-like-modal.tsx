import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { FramedPicture, FullScreenDialog } from '../ui/full-screen-dialog.tsx';
import { MatchFace } from './match-face.tsx';

export interface NewLikeModalProps {
  /** The member who gave the like; without a picture, a placeholder is in its frame. */
  profile: ProfileSummary;
  onImagePressed: (id: string) => void;
  onButtonPressed: (id: string) => void;
  onClose: () => void;
}

/** Full-screen dialog of a like not yet returned (specification, section 2). Needs the parts `likes` and `members`. */
export function NewLikeModal({ profile, onImagePressed, onButtonPressed, onClose }: NewLikeModalProps): ReactElement {
  const say = useSay();
  const { id, name, age, gender, fictional, main_image: image } = profile;
  return (
    <FullScreenDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say('likes.new-title')}
      closeLabel={say('common.close')}
      picture={
        <FramedPicture className="w-[min(74vw,300px,36dvh)]">
          <MatchFace name={name} image={image} shape="size-full" fictional={fictional} />
          <button
            type="button"
            aria-label={say('likes.open-profile', { name })}
            onClick={() => onImagePressed(id)}
            className="absolute inset-0 z-5 rounded-[28px]"
          />
        </FramedPicture>
      }
      name={say('members.name-age', { name, age })}
      action={
        <Button variant="lit" onClick={() => onButtonPressed(id)}>
          {say('likes.new-back', { name })}
        </Button>
      }
      footnote={say('likes.new-footnote')}
    >
      {say('likes.new-text', { gender: gender ?? 'other' })}
    </FullScreenDialog>
  );
}
