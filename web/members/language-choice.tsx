import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { type SpokenLanguage, attributes } from '../../contract/members/attributes.ts';
import { languages } from '../../contract/platform/languages.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { ChipChoice } from './choices.tsx';

/** Languages as chips: first those that the member speaks or reads and those of the site; the others are folded. */
export function LanguageChoice(props: {
  chosen: readonly SpokenLanguage[];
  onToggle: (value: SpokenLanguage) => void;
}): ReactElement {
  const say = useSay();
  const read = useLanguage();
  const { data: user } = useQuery(userQuery);
  // Chips keep their positions while they are pressed.
  const [first] = useState(() => [
    ...new Set([...props.chosen, ...(user?.profile.languages ?? []), read, ...languages]),
  ]);
  const getName = (language: SpokenLanguage): string => say(`attributes.languages.${language}`);
  const others = attributes.languages.filter((language) => !first.includes(language));
  const { compare } = new Intl.Collator(read);
  const choose = (values: readonly SpokenLanguage[]): ReactElement => (
    <ChipChoice<SpokenLanguage>
      {...props}
      name="languages"
      values={values}
      sentence={(language) => `attributes.languages.${language}`}
    />
  );
  return (
    <div className="grid gap-2">
      {choose(first)}
      <details>
        <summary className="-ml-2 inline-flex min-h-11 items-center rounded-pill px-2 text-13 font-bold text-primary-ink hover:bg-primary-soft">
          {say('members.languages-more')}
        </summary>
        <div className="mt-2">{choose(others.sort((a, b) => compare(getName(a), getName(b))))}</div>
      </details>
    </div>
  );
}
