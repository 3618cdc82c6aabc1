import { cx } from './cx.ts';

/** Twenty flutes of the cup seen from above: points alternate between two radii around (16, 16). */
const flutes = Array.from({ length: 40 }, (_, step) => {
  const angle = (step * Math.PI) / 20;
  const radius = step % 2 === 0 ? 15.2 : 13.6;
  return `${(16 + radius * Math.sin(angle)).toFixed(1)},${(16 - radius * Math.cos(angle)).toFixed(1)}`;
}).join(' ');

const sizes = { lg: 'size-[34px]', md: 'size-5', sm: 'size-[17px]' };

const flame = 'M16 7.2c4.6 5.6 6.2 10.2 3 13.7a4.1 4.1 0 0 1-6 0c-3.2-3.5-1.6-8.1 3-13.7Z';

/** The coin shown with every number of credits; in the color of the text if it is not `lit`. */
export function CreditCoin(props: { size?: keyof typeof sizes; lit?: boolean; className?: string }) {
  const { size = 'md', lit = true, className } = props;
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', sizes[size], className)}>
      {lit ? (
        <>
          <polygon points={flutes} className="fill-cup stroke-cup" strokeLinejoin="round" />
          <circle cx="16" cy="16" r="12" className="fill-wax stroke-wax-edge" strokeWidth="1.6" />
          <path d={flame} className="fill-wick" />
          <path
            d="M16 13.8c1.9 2.6 2.6 4.7 1.3 6.3a1.7 1.7 0 0 1-2.6 0c-1.3-1.6-.6-3.7 1.3-6.3Z"
            className="fill-flame-core"
          />
        </>
      ) : (
        <g fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round">
          <circle cx="16" cy="16" r="12.8" />
          <path d={flame} />
        </g>
      )}
    </svg>
  );
}
