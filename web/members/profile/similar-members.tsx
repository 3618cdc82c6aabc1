import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { useSay } from '../../platform/sentences.tsx';
import { ListedMemberCard, useCardContext } from '../member-card.tsx';
import { similarQuery } from '../members-queries.ts';

/** Members similar to this one; null if there are none. */
export function SimilarMembers({ id }: { id: string }): ReactElement | null {
  const say = useSay();
  const { data: similar } = useQuery(similarQuery(id));
  const context = useCardContext();
  if (!similar || similar.results.length === 0) return null;
  return (
    <section className="mt-10 grid gap-4">
      <h2 className="speak text-20">{say('members.similar')}</h2>
      <ul className="-mx-4 grid auto-cols-[150px] md:auto-cols-[177px] grid-flow-col gap-2.5 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:-mx-8 md:gap-3.5 md:px-8">
        {similar.results.map((member) => (
          <li key={member.id}>
            <ListedMemberCard member={member} sizes="180px" context={context} suggested />
          </li>
        ))}
      </ul>
    </section>
  );
}
