import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Quote } from '../../../contract/chat/quote.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import { keys, settingsQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { ProfileQuote } from './profile-quote.tsx';

export interface ChosenQuoteProps {
  quote: Quote;
  profile: { id: MemberId; name: string };
  onRemove?: () => void;
  className?: string;
}

/** The quote of a message that is not delivered yet. A photo is shown only if its profile is cached. */
export function ChosenQuote({ quote, profile, onRemove, className }: ChosenQuoteProps): ReactElement {
  const say = useSay();
  const { kind, value } = quote;
  const isPhoto = kind === 'photo';
  const { data: settings } = useQuery(settingsQuery);
  // Only a cached profile is used: fetching it would count as opening it.
  const shown = useQueryClient().getQueryData<Profile>(keys.profile(profile.id));
  const image = isPhoto ? shown?.photos.find(({ id }) => id === value)?.image : null;
  return (
    <ProfileQuote
      short
      kind={kind}
      text={isPhoto ? null : value}
      image={image ? (settings?.cdn_prefix ?? '') + image.thumb_filename : undefined}
      label={say('chat.quote-theirs', { name: profile.name })}
      {...(className !== undefined && { className })}
    >
      {onRemove && (
        <RoundButton
          label={say('chat.quote-remove')}
          variant="bare"
          size="sm"
          onClick={onRemove}
          className="-my-1.5 -mr-2.5 size-11!"
        >
          <Icon of={X} size="sm" />
        </RoundButton>
      )}
    </ProfileQuote>
  );
}
