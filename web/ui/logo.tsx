import { cx } from './cx.ts';

export type LogoProps = {
  name: string;
  /** Shows only the cup; the name stays for screen readers: always, on narrow phones, or on phones at 200 % zoom. */
  mark?: boolean | 'narrow' | 'tiny';
};

export function Logo({ name, mark = 'tiny' }: LogoProps) {
  return (
    <span className="inline-flex items-center font-speak leading-none font-medium tracking-[-.01em] gap-2.25 text-[1.375rem]">
      <svg viewBox="0 0 26 30" aria-hidden="true" className="shrink-0 h-[30px] w-[26px] -mt-1">
        <path d="M13 1.5c4.4 5 5.8 9 2.6 12a3.7 3.7 0 0 1-5.2 0c-3.2-3-1.8-7 2.6-12Z" className="fill-flame" />
        <path
          d="M13 7.2c2 2.5 2.5 4.3 1.2 5.6a1.7 1.7 0 0 1-2.4 0c-1.3-1.3-.8-3.1 1.2-5.6Z"
          className="fill-flame-core"
        />
        <path d="M2.5 15.5h21l-2.2 10.3a4 4 0 0 1-3.9 3.2H8.6a4 4 0 0 1-3.9-3.2Z" className="fill-primary" />
        <path d="M4.3 18.5h17.4l-.5 2.4H4.8Z" className="fill-on-photo/28" />
      </svg>
      <span
        className={
          cx(
            mark === true && 'sr-only',
            mark === 'narrow' && 'max-[359px]:sr-only',
            mark === 'tiny' && 'max-[279px]:sr-only',
          ) || undefined
        }
      >
        {name}
      </span>
    </span>
  );
}
