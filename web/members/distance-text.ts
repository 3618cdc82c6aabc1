import type { DistanceBand } from '../../contract/geo/geo-bands.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { Say } from '../platform/sentences.tsx';

const sentences: Record<DistanceBand, SentenceId> = {
  '<10': 'members.band-10',
  '10-25': 'members.band-25',
  '25-50': 'members.band-50',
  '50-100': 'members.band-100',
  '>100': 'members.band-far',
};

/** A distance band in words; undefined if unknown. */
export function distanceText(say: Say, band: DistanceBand | null): string | undefined {
  return band === null ? undefined : say(sentences[band]);
}
