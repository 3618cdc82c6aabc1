import type { ReactElement } from 'react';

import { LipstickAndClock, RazorsAndMirror, RecordAndSpectacles } from './motif-rooms.tsx';
import { BookAndHeels, Figs, RibbonAndMask, TableForTwo } from './motif-tables.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

const motifs: Record<NicheSlug, () => ReactElement> = {
  default: TableForTwo,
  she: BookAndHeels,
  bdsm: RibbonAndMask,
  bbw: Figs,
  gilf: RecordAndSpectacles,
  milf: LipstickAndClock,
  gay: RazorsAndMirror,
};

/** The motif of a niche: a still life in evening colors. Its base is at 0, 0; it is 200 wide and at most 160 high. */
export function Motif({ niche, at, scale = 1 }: { niche: NicheSlug; at: string; scale?: number }): ReactElement {
  const Drawing = motifs[niche];
  return (
    <g data-motif={niche} transform={`translate(${at}) scale(${scale})`} className="night">
      <Drawing />
    </g>
  );
}
