import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Foothold } from '../../../contract/foothold.ts';
import { profileQuery } from '../../members/members-queries.ts';
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

/** What a message takes up that is not delivered yet. A photo is looked for on the profile. */
export function ChosenFoothold({ foothold, profile, onRemove, className }: ChosenFootholdProps): ReactElement {
  const say = useSay();
  const { kind, value } = foothold;
  const isPhoto = kind === 'photo';
  const { data: settings } = useQuery(settingsQuery);
  const { data: shown } = useQuery({ ...profileQuery(profile.id), enabled: isPhoto });
  const image = isPhoto ? shown?.photos.find(({ id }) => id === value)?.image : null;
  return (
    <FootholdQuote
      short
      kind={kind}
      text={isPhoto ? null : value}
      image={image ? (settings?.cdn_prefix ?? '') + image.thumb_filename : null}
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
