import type { ProfileSummary } from '../../contract/members/operations.ts';
import type { Say } from '../platform/sentences.tsx';
import type { PhotoCaptionProps } from '../ui/photo-caption.tsx';
import { distanceText } from './distance-text.ts';

type Captioned = Pick<ProfileSummary, 'name' | 'age'> & Partial<Pick<ProfileSummary, 'online' | 'town' | 'distance'>>;

/** The caption of a member's photo, as props of `PhotoCaption`. */
export function buildCaption(
  say: Say,
  { name, age, online = false, town = null, distance = null }: Captioned,
): PhotoCaptionProps {
  const band = distanceText(say, distance);
  return {
    title: say('members.name-age', { name, age }),
    name: say('members.name-age', { name, age: '' }).trimEnd(),
    age: ` ${age}`,
    ...(online && { online: say('common.online') }),
    ...(town !== null && { place: town }),
    ...(band !== undefined && { distance: band }),
  };
}
