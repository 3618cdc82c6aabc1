import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Image } from '../../contract/members/operations.ts';
import { Avatar, type AvatarProps } from '../ui/avatar.tsx';
import { settingsQuery } from './calls/queries.ts';

export interface MemberAvatarProps extends Omit<AvatarProps, 'name' | 'src'> {
  member: { name: string; main_image: Pick<Image, 'thumb_filename'> | null };
}

/** The main photo of a member, or their initial. */
export function MemberAvatar({ member: { name, main_image: image }, ...rest }: MemberAvatarProps): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  return <Avatar {...rest} name={name} {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })} />;
}
