import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Candle } from './candle.tsx';
import { Portrait } from './portrait.tsx';

const column = 'grid min-w-0 content-start gap-2.5 lg:gap-4';

/**
 * Three columns of drawn portraits, starting at different heights, with an opening line and a candle among them. On
 * phones the mosaic takes the height that the text and its button leave, and fades out; on wide windows it fills the
 * height beside the text.
 */
export function Mosaic(): ReactElement {
  return (
    <div className="relative h-[clamp(200px,100svh-540px,376px)] overflow-hidden mask-[linear-gradient(#000_84%,transparent)] md:h-[440px] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-auto lg:mask-none">
      <div className="absolute -inset-x-[30px] top-0 grid grid-cols-3 gap-2.5 lg:-right-5 lg:left-16 lg:grid-cols-2 lg:gap-4 xl:grid-cols-3">
        <div className={`${column} -mt-2 md:-mt-14 lg:mt-23`}>
          <Portrait number={1} eager />
          <Portrait number={8} />
          <Portrait number={7} />
        </div>
        <div className={`${column} mt-3 md:-mt-6 lg:-mt-9.5`}>
          <Portrait number={10} eager />
          <FirstLine />
          <Portrait number={5} />
          <Portrait number={6} />
        </div>
        <div className={`${column} -mt-5 md:-mt-24 lg:-mt-37.5 lg:hidden xl:grid`}>
          <Portrait number={9} />
          <Portrait number={2} />
          <Candle />
          <Portrait number={4} />
          <Portrait number={3} />
        </div>
      </div>
    </div>
  );
}

function FirstLine(): ReactElement {
  const say = useSay();
  return (
    <figure className="night hidden aspect-4/5 md:flex flex-col justify-between overflow-hidden rounded-photo bg-bubble-own p-3.5 text-on-bubble-own lg:p-5">
      <figcaption className="text-12 opacity-85">{say('landing.quote-label')}</figcaption>
      <blockquote className="font-speak text-[clamp(.9375rem,1.65vw,1.5rem)] leading-[1.24] font-medium text-pretty hyphens-auto">
        {say('landing.quote')}
      </blockquote>
    </figure>
  );
}
