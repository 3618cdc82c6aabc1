import type { DistanceBand } from '../../contract/geo/geo-bands.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { Say } from '../platform/sentences.tsx';
import type { PhotoCaptionProps } from '../ui/photo.tsx';

type Captioned = Pick<ProfileSummary, 'name' | 'age'> & Partial<Pick<ProfileSummary, 'online' | 'town' | 'distance'>>;

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

const sentences: Record<DistanceBand, SentenceId> = {
  '<10': 'members.band-10',
  '10-25': 'members.band-25',
  '25-50': 'members.band-50',
  '50-100': 'members.band-100',
  '>100': 'members.band-far',
};

export function distanceText(say: Say, band: DistanceBand | null): string | undefined {
  return band === null ? undefined : say(sentences[band]);
}
