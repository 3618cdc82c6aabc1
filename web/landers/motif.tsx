import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import { Drawing, Shapes } from '../ui/drawing.tsx';
import balcony from './drawings/evening-balcony.svg?raw';
import kitchen from './drawings/evening-kitchen.svg?raw';
import ofNiche from './drawings/evening-niche.svg?raw';
import records from './drawings/evening-records.svg?raw';
import waterside from './drawings/evening-waterside.svg?raw';
import bookAndHeels from './drawings/motif-book-and-heels.svg?raw';
import figs from './drawings/motif-figs.svg?raw';
import lipstickAndClock from './drawings/motif-lipstick-and-clock.svg?raw';
import razorsAndMirror from './drawings/motif-razors-and-mirror.svg?raw';
import recordAndSpectacles from './drawings/motif-record-and-spectacles.svg?raw';
import ribbonAndMask from './drawings/motif-ribbon-and-mask.svg?raw';
import tableForTwo from './drawings/motif-table-for-two.svg?raw';
import type { EveningName } from './lander-names.ts';

const motifs: Record<NicheSlug, string> = {
  default: tableForTwo,
  she: bookAndHeels,
  bdsm: ribbonAndMask,
  bbw: figs,
  gilf: recordAndSpectacles,
  milf: lipstickAndClock,
  gay: razorsAndMirror,
};

/** The motif of a niche: a still life in evening colors. Its base is at 0, 0; it is 200 wide and at most 160 high. */
export function Motif({ niche, at, scale = 1 }: { niche: NicheSlug; at: string; scale?: number }): ReactElement {
  return (
    <Shapes of={motifs[niche]} data-motif={niche} transform={`translate(${at}) scale(${scale})`} className="night" />
  );
}

const evenings: Record<EveningName, string> = {
  niche: ofNiche,
  cook: kitchen,
  walk: waterside,
  records,
  talk: balcony,
};

export function Evening({ name, niche }: { name: EveningName; niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={evenings[name]} preserveAspectRatio="xMidYMid slice" className="night absolute inset-0 size-full">
      {name === 'niche' ? <Motif niche={niche} at="200 354" scale={1.4} /> : undefined}
    </Drawing>
  );
}
