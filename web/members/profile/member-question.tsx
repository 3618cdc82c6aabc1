import { type ReactElement, Suspense } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Report } from '../../support/report.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useBlockMember } from '../block-member.ts';

export interface MemberQuestionProps {
  profile: Profile;
  about: 'block' | 'report';
  onClose: () => void;
}

/** Explains a block before it is done, or asks for the details of a report. */
export function MemberQuestion({ profile, about, onClose }: MemberQuestionProps): ReactElement {
  const say = useSay();
  const block = useBlockMember('members.blocked');
  const { name } = profile;
  if (about === 'report')
    return (
      <Suspense fallback={null}>
        <Report member={profile} onClose={onClose} />
      </Suspense>
    );
  return (
    <ConfirmDialog
      open
      risk
      busy={block.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={say('members.block-title', { name })}
      description={say('members.block-text', { name })}
      confirmLabel={say('members.block-confirm')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      onConfirm={() => block.mutate(profile, { onSuccess: onClose })}
    />
  );
}
