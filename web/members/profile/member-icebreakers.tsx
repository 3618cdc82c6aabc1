import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Language } from '../../../contract/platform/languages.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import { bringText } from '../../chat/composer/brought-text.ts';
import { userQuery } from '../../platform/queries.ts';
import { loadSentences, useSay } from '../../platform/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon, Lightbulb } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { chatPath } from '../write-link.tsx';

const IcebreakerDialog = lazyPart(async () => {
  const [{ IcebreakerDialog: dialog }] = await Promise.all([
    import('../../chat/icebreakers/icebreaker-dialog.tsx'),
    loadSentences(document.documentElement.lang as Language, ['chat']),
  ]);
  return { default: dialog };
});

/** Opening lines for viewers who may write to the member. The chosen one becomes the draft of the conversation. */
export function MemberIcebreakers({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { data: user } = useQuery(userQuery);
  const [open, setOpen] = useState(false);
  const member = user?.id ?? '';
  const choose = (line: string): void => {
    bringText(member, profile.id, line);
    void navigate(chatPath(profile));
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)} className="justify-self-start">
        <Icon of={Lightbulb} size="sm" />
        {say('members.lines')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <IcebreakerDialog
            to={{ profile, free_answer: false, message_credits: profile.message_credits }}
            cost={profile.message_credits}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
