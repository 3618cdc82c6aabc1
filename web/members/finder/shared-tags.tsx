import type { ReactElement } from 'react';

import type { SharedTraits } from '../../../contract/members/operations.ts';
import { languagesInSentence } from '../../platform/sentences/language-in-sentence.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { Tag } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';

const interestsShown = 3;

/** Returns a function that lists what two members share. It needs the sentences of `match-finder` and both traits. */
export function useSharedWords(): (shared: SharedTraits) => string[] {
  const say = useSay();
  const language = useLanguage();
  return (shared) => [
    ...shared.interests.slice(0, interestsShown).map((key) => say(`interests.${key}`)),
    ...(shared.languages.length > 0
      ? [
          say('match-finder.same-language', {
            count: shared.languages.length,
            language: languagesInSentence(
              shared.languages.map((one) => say(`attributes.languages.${one}`)),
              language,
            ),
          }),
        ]
      : []),
    ...(shared.town ? [say('match-finder.same-town')] : []),
    ...(shared.age ? [say('match-finder.same-age')] : []),
  ];
}

/** The things that two members share, as tags. They also need the sentences of `members`. */
export function SharedTags({ words, className }: { words: readonly string[]; className?: string }): ReactElement {
  const say = useSay();
  return (
    <ul className={cx('flex flex-wrap gap-2', className)}>
      {words.map((word) => (
        <li key={word} className="flex max-w-full">
          <Tag shared sharedLabel={say('members.shared')}>
            {word}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
