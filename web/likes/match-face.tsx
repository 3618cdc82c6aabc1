import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Image } from '../../contract/members/operations.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { settingsQuery } from '../platform/calls/queries.ts';
import { PhotoPlaceholder } from '../ui/photo-placeholder.tsx';
import { Photo } from '../ui/photo.tsx';

export interface MatchFaceProps {
  name: string;
  image: Image | null;
  shape: string;
  className?: string;
  fictional?: boolean;
}

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
