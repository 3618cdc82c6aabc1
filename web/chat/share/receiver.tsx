import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { settingsQuery } from '../../platform/queries.ts';
import { Avatar } from '../../ui/avatar.tsx';

/** A member in the list of possible receivers. */
export function Receiver({ profile, onChoose }: { profile: ProfileSummary; onChoose: () => void }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const image = profile.main_image;
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-3.25 rounded-photo px-3 py-2.75 text-left transition-colors outline-offset-[-3px]! hover:bg-sunken"
      >
        <Avatar name={profile.name} {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })} />
        <span className="min-w-0 flex-1">
          <b className="speak block truncate text-17 text-nowrap!">{profile.name}</b>
          {profile.fictional && <FictionalLabel ground="sunken" />}
        </span>
      </button>
    </li>
  );
}
