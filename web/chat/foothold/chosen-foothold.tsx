import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Foothold } from '../../../contract/chat/foothold.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import { keys } from '../../platform/query-keys.ts';
import { settingsQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { FootholdQuote } from './foothold-quote.tsx';

export interface ChosenFootholdProps {
  foothold: Foothold;
  profile: { id: string; name: string };
  /** Removes the foothold; omitted once the message is being sent. */
  onRemove?: () => void;
  className?: string;
}

/** The foothold of a message that is not delivered yet. A photo is shown only if its profile is cached. */
export function ChosenFoothold({ foothold, profile, onRemove, className }: ChosenFootholdProps): ReactElement {
  const say = useSay();
  const { kind, value } = foothold;
  const isPhoto = kind === 'photo';
  const { data: settings } = useQuery(settingsQuery);
  // Only a cached profile is used: fetching it would count as opening it.
  const shown = useQueryClient().getQueryData<Profile>(keys.profile(profile.id));
  const image = isPhoto ? shown?.photos.find(({ id }) => id === value)?.image : null;
  return (
    <FootholdQuote
      short
      kind={kind}
      text={isPhoto ? null : value}
      image={image ? (settings?.cdn_prefix ?? '') + image.thumb_filename : undefined}
      label={say('chat.foothold-theirs', { name: profile.name })}
      {...(className !== undefined && { className })}
    >
      {onRemove && (
        <RoundButton
          label={say('chat.foothold-remove')}
          variant="bare"
          size="sm"
          onClick={onRemove}
          className="-my-1.5 -mr-2.5 size-11!"
        >
          <Icon of={X} size="sm" />
        </RoundButton>
      )}
    </FootholdQuote>
  );
}
