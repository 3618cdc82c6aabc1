import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Foothold } from '../../../contract/foothold.ts';
import type { Profile } from '../../../contract/members.ts';
import { keys } from '../../cache/query-keys.ts';
import { settingsQuery } from '../../queries.ts';
import { useSay } from '../../sentences.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { FootholdQuote } from './foothold-quote.tsx';

export interface ChosenFootholdProps {
  foothold: Foothold;
  profile: { id: string; name: string };
  /** Takes it away; without it, the message is on its way. */
  onRemove?: () => void;
  className?: string;
}

/** What a message takes up that is not delivered yet. A photo is shown where its profile is known. */
export function ChosenFoothold({ foothold, profile, onRemove, className }: ChosenFootholdProps): ReactElement {
  const say = useSay();
  const { kind, value } = foothold;
  const isPhoto = kind === 'photo';
  const { data: settings } = useQuery(settingsQuery);
  // The profile that it was chosen on. It is not asked for again: opening a profile is an act of its own.
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
