import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Image } from '../../contract/members.ts';
import { FictionalLabel } from '../fictional-label.tsx';
import { settingsQuery } from '../queries.ts';
import { PhotoPlaceholder } from '../ui/photo-placeholder.tsx';
import { Photo } from '../ui/photo.tsx';

export interface MatchFaceProps {
  name: string;
  image: Image | null;
  shape: string;
  className?: string;
  /** Marks the picture of a fictional profile. */
  fictional?: boolean;
}

/** The face of a like or one of the two of a match: the picture, or its placeholder. */
export function MatchFace({ name, image, shape, className, fictional = false }: MatchFaceProps): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Photo
      eager
      alt={name}
      placeholder={<PhotoPlaceholder name={name} />}
      shape={shape}
      mark={fictional ? <FictionalLabel /> : undefined}
      {...(className && { className })}
      {...(image && { src: (settings?.cdn_prefix ?? '') + image.match })}
    />
  );
}
