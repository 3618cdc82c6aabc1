import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import type { Profile } from '../../contract/members/operations.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ReportLink } from '../support/report-link.tsx';
import { OnlineDot } from '../ui/dot.tsx';
import { Ban, EllipsisVertical, Flag, Flame, Icon, Mail, MapPin, Undo2 } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { useBlocking } from '../chat/block/block-member.ts';
import { distanceText, placeText, usePlaceWords } from '../members/build-caption.ts';
import { useLike } from '../members/member-card.tsx';
import type { ShownMember } from '../members/members-queries.ts';

/** `menu` is empty while the profile loads and on the viewer's own profile. */
export function MemberHead({ member, menu }: { member: ShownMember; menu: ReactNode }): ReactElement {
  const say = useSay();
  const words = usePlaceWords();
  const like = useLike();
  const { id, name, age, online, country, fictional, confirmed, match, likes_you: likesYou } = member;
  const band = distanceText(words, member);
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start justify-between gap-3">
        <h1 className="speak min-w-0 text-26 wrap-anywhere hyphens-auto md:text-34">
          {say('members.name-age', { name, age })}
        </h1>
        <span className="hidden md:block">{menu}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-13 text-ink-2">
        {online && (
          <span className="inline-flex items-center gap-2 pl-0.75">
            <OnlineDot />
            {say('common.online')}
          </span>
        )}
        <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
          <Icon of={MapPin} size="xs" />
          <span className="min-w-0 truncate">{placeText(words, member) ?? words.country(country)}</span>
          {band !== undefined && (
            <>
              <span aria-hidden="true">·</span>
              <span className="shrink-0">{band}</span>
            </>
          )}
        </span>
      </div>
      {match ? (
        <Lit>
          {say('members.match')}{' '}
          <Link to={pathTo('likes-m-id', { id })} className={litAction}>
            {say('members.match-open')}
          </Link>
        </Lit>
      ) : (
        likesYou && (
          <Lit>
            {say('members.likes-you', { name })}{' '}
            <button
              type="button"
              onClick={({ currentTarget }) => {
                // The text stays, but the button is gone once the like is shown.
                currentTarget.parentElement?.focus();
                like(member);
              }}
              className={litAction}
            >
              {say('members.like-back')}
            </button>
          </Lit>
        )
      )}
      {fictional && <FictionalNote />}
      {confirmed === false && <UnconfirmedNote name={name} />}
    </header>
  );
}

const litAction = 'reach font-bold underline underline-offset-3';

function Lit({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="flex items-center gap-2.5 rounded-photo bg-secondary-soft px-4 py-3 text-13 font-semibold text-on-secondary-soft">
      <Icon of={Flame} size="sm" />
      <span tabIndex={-1}>{children}</span>
    </p>
  );
}

function FictionalNote(): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  return (
    <div className="grid justify-items-start gap-1.5">
      <FictionalLabel ground="sunken" />
      <p className="max-w-[62ch] text-13 text-ink-2">
        {say(settings?.demo ? 'members.fictional-demo' : 'members.fictional-note', {
          site: settings?.name ?? say('common.brand'),
        })}
      </p>
    </div>
  );
}

/** Members with an unconfirmed address are visible only to those they wrote to or liked; this note tells them. */
function UnconfirmedNote({ name }: { name: string }): ReactElement {
  const say = useSay();
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="inline-flex min-h-6 max-w-full items-center gap-1.25 rounded-input bg-sunken px-2.25 py-0.75 text-12 leading-[1.2] font-bold text-ink">
        <Icon of={Mail} size="xs" />
        {say('members.unconfirmed')}
      </span>
      <p className="max-w-[62ch] text-13 text-ink-2">{say('members.unconfirmed-note', { name })}</p>
    </div>
  );
}

const HideItem = latePart(async () => ({ default: (await import('../members/hide-item.tsx')).HideItem }));
const LateReport = latePart(async () => (await import('../support/report.tsx')).loadReport());
const ConfirmDialog = latePart(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }));

const menuParts = [HideItem];
const dialogs = [LateReport, ConfirmDialog];

interface MemberMenuProps {
  profile: Profile;
  variant: 'glass' | 'bare';
}

export function MemberMenu(props: MemberMenuProps): ReactElement {
  const { data: user } = useQuery(userQuery);
  if (user) return <OwnMenu {...props} />;
  return <ReportLink member={props.profile} variant={props.variant} />;
}

function OwnMenu({ profile, variant }: MemberMenuProps): ReactElement {
  const say = useSay();
  const block = useBlocking('blockMember', 'members.blocked');
  const unblock = useBlocking('unblockMember', 'members.unblocked');
  const [asking, setAsking] = useState<'block' | 'report' | null>(null);
  const { name, blocked, hidden } = profile;
  const close = (): void => setAsking(null);
  return (
    <>
      <Menu
        parts={menuParts}
        dialogs={dialogs}
        trigger={
          <RoundButton label={say('members.menu', { name })} variant={variant} size="sm">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        <MenuItem icon={Flag} onSelect={() => setAsking('report')}>
          {say('members.report-name', { name })}
        </MenuItem>
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
      {asking === 'report' && <LateReport member={profile} onClose={close} />}
      {asking === 'block' && (
        <ConfirmDialog
          open
          risk
          busy={block.isPending}
          onOpenChange={close}
          title={say('members.block-title', { name })}
          description={say('members.block-text', { name })}
          confirmLabel={say('members.block-confirm')}
          cancelLabel={say('common.cancel')}
          closeLabel={say('common.close')}
          onConfirm={() => block.mutate(profile, { onSuccess: close })}
        />
      )}
    </>
  );
}
