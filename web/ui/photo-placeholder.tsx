import { cx } from './cx.ts';

/** Ways the light falls on the teal ground, so that a page of letters is not one colour. */
const tilts = ['[--tilt:168deg]', '[--tilt:195deg]', '[--tilt:150deg]', '[--tilt:215deg]'];

function tiltOf(name: string): string | undefined {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return tilts[sum % tilts.length];
}

/** The first letter of a name, in its own script. */
function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '';
}

export type PhotoPlaceholderProps = {
  /** The member's name: gives the letter, and always the same ground. */
  name: string;
  /** In a circle the letter stands in the middle; in a 4:5 frame a little above, where a face would be. */
  centred?: boolean;
  className?: string;
};

/** A member without a picture: a calm letter on teal glass. A drawn face would look like a person. */
export function PhotoPlaceholder({ name, centred = false, className }: PhotoPlaceholderProps) {
  return (
    <span
      aria-hidden="true"
      className={cx('initial-ground @container grid size-full place-items-center', tiltOf(name), className)}
    >
      <span
        className={cx(
          'font-speak text-[clamp(0.9375rem,38cqw,7rem)] leading-none font-medium text-on-photo/88',
          !centred && '-mt-[14%]',
        )}
      >
        {initialOf(name)}
      </span>
    </span>
  );
}
