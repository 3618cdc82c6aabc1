import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { User } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { ChevronDown, Icon, LogOut, Settings, User as UserIcon } from '../ui/icon.tsx';
import { Disclosure, disclosureItem } from './disclosure.tsx';
import { useLogOut } from './use-log-out.tsx';

/** Links to profile, settings and logout (specification, section 2). */
export function AccountMenu({ user, cdn }: { user: User; cdn: string }): ReactElement {
  const say = useSay();
  const { leave, question } = useLogOut();
  const image = user.profile.main_image;
  return (
    <Disclosure
      label={say('shell.account', { name: user.name })}
      summary={
        <>
          <Avatar name={user.name} size="sm" {...(image ? { src: cdn + image.thumb_filename } : {})} />
          <Icon of={ChevronDown} size="xs" className="max-[279px]:hidden" />
        </>
      }
    >
      <p className="truncate px-3 pt-2 pb-1 text-13 text-ink-3">{user.name}</p>
      <Link to={pathTo('profile')} className={disclosureItem}>
        <Icon of={UserIcon} size="sm" />
        {say('shell.profile')}
      </Link>
      <Link to={pathTo('settings')} className={disclosureItem}>
        <Icon of={Settings} size="sm" />
        {say('shell.settings')}
      </Link>
      <Link to={pathTo('withdrawal')} className={disclosureItem}>
        <span className="icon icon-sm" />
        {say('shell.withdraw')}
      </Link>
      <button type="button" className={disclosureItem} onClick={leave}>
        <Icon of={LogOut} size="sm" />
        {say('shell.log-out')}
      </button>
      {question}
    </Disclosure>
  );
}
