import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, useState } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ReportLink } from '../../support/report-link.tsx';
import { Ban, EllipsisVertical, Icon, Undo2 } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { useUnblockMember } from '../block-member.ts';
import type { MemberQuestionProps } from './member-question.tsx';

const HideItem = lazyPart(async () => ({ default: (await import('../hide-item.tsx')).HideItem }));
const ReportItem = lazyPart(async () => ({ default: (await import('../../support/report-item.tsx')).ReportItem }));
const MemberQuestion = lazyPart(async () => ({ default: (await import('./member-question.tsx')).MemberQuestion }));

interface MemberMenuProps {
  profile: Profile;
  variant: 'glass' | 'bare';
}

/** Further actions for a member. Visitors report by the complaint form. */
export function MemberMenu(props: MemberMenuProps): ReactElement {
  const { data: user } = useQuery(userQuery);
  if (user) return <OwnMenu {...props} />;
  return <ReportLink member={props.profile} variant={props.variant} />;
}

/** For members: report, hide or block the member, or undo the latter two. */
function OwnMenu({ profile, variant }: MemberMenuProps): ReactElement {
  const say = useSay();
  const unblock = useUnblockMember('members.unblocked');
  const [asking, setAsking] = useState<MemberQuestionProps['about'] | null>(null);
  const { name, blocked, hidden } = profile;
  return (
    <>
      <Menu
        trigger={
          <RoundButton label={say('members.menu', { name })} variant={variant} size="sm">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        <ReportItem label={say('members.report-name', { name })} onSelect={() => setAsking('report')} />
        {(hidden || !blocked) && <HideItem member={profile} hidden={hidden} />}
        {blocked ? (
          <MenuItem icon={Undo2} onSelect={() => unblock.mutate(profile)}>
            {say('members.unblock-name', { name })}
          </MenuItem>
        ) : (
          <MenuItem icon={Ban} risk onSelect={() => setAsking('block')}>
            {say('members.block-name', { name })}
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <MemberQuestion profile={profile} about={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}
