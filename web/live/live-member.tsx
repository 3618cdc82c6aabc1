import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import type { LiveEvent } from '../../contract/events.ts';
import { takePasswordLogin } from '../accounts/password-login.ts';
import { openFromWorker } from '../app/open-from-worker.ts';
import { useInstalledApp } from '../app/use-installed-app.ts';
import { noteDraft, syncDrafts } from '../chat/composer/sync-drafts.ts';
import { openOutbox } from '../chat/outbox/outbox-store.ts';
import { previewOf } from '../chat/preview.ts';
import { FictionalLabel } from '../fictional-label.tsx';
import { settingsQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { loadSentences, useLanguage, useSay } from '../sentences.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { dismissToast, showToast } from '../ui/toast.ts';
import { readOpenConversation } from './live-store.ts';
import { forgetMatch, noteMatch } from './matches.ts';
import { runLive } from './run-live.ts';

// Most pages need neither.
const loadPush = () => import('../notifications/offer-push.ts');

const toastOf = (conversation: string): string => `message-${conversation}`;

/** What runs while a member is logged in: the live channel, the outbox, drafts, the installed app, and toasts for messages from elsewhere. */
export function LiveMember({ member }: { member: string }): null {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const language = useLanguage();
  const say = useSay();

  const tell = useEffectEvent(async (event: LiveEvent) => {
    if (event.type === 'read' && event.own) dismissToast(toastOf(event.conversation));
    if (event.type === 'conversation-gone') dismissToast(toastOf(event.conversation));
    if (event.type === 'draft') noteDraft(queries, event.profile, event.draft);
    if (event.type === 'match') noteMatch(event.profile);
    if (event.type === 'like-gone') forgetMatch(event.profile);
    if (event.type === 'like-given' && !event.profile) forgetMatch(event.id);
    if ((event.type === 'message' && event.message.own) || (event.type === 'like-given' && event.profile))
      // Who cannot be asked now is asked another time.
      await loadPush().then(
        ({ offerPush }) => offerPush({ member, queries, language, say }),
        () => undefined,
      );
    if (event.type !== 'message' || event.message.own) return;
    const { message, profile } = event;
    if (message.conversation === readOpenConversation()) return;
    await loadSentences(language, ['chat']);
    const prefix = queries.getQueryData(settingsQuery.queryKey)?.cdn_prefix ?? '';
    const image = profile.main_image;
    showToast({
      id: toastOf(message.conversation),
      start: <Avatar name={profile.name} size="sm" {...(image && { src: prefix + image.thumb_filename })} />,
      // As long as a stranger likes.
      title: <span className="line-clamp-2">{profile.name}</span>,
      ...(profile.fictional && { mark: <FictionalLabel ground="sunken" /> }),
      children: (
        <span className="line-clamp-4">{previewOf(say, { kind: message.kind, own: false, text: message.text })}</span>
      ),
      action: {
        label: say('chat.toast-open'),
        onPress: () => void navigate(pathTo('chats-id', { id: message.conversation })),
      },
    });
  });

  useEffect(() => runLive(queries, (event) => void tell(event)), [queries]);
  useEffect(() => openOutbox(member, queries), [member, queries]);
  useEffect(() => syncDrafts(member, queries), [member, queries]);
  useEffect(() => () => forgetMatch(), [member]);
  useEffect(() => openFromWorker((path) => void navigate(path)), [navigate]);
  useEffect(() => {
    const publicKey = queries.getQueryData(settingsQuery.queryKey)?.push_public_key ?? null;
    // Without a connection the next page does it.
    void loadPush()
      .then(({ keepPush }) => keepPush(member, publicKey))
      .catch(() => undefined);
  }, [member, queries]);
  useEffect(() => {
    // Who cannot be asked now is asked after the next login.
    if (takePasswordLogin())
      void import('../accounts/offer-passkey.ts')
        .then(({ offerPasskey }) => offerPasskey({ queries, language, say, navigate }))
        .catch(() => undefined);
  }, [queries, language, say, navigate]);
  useInstalledApp(member);
  return null;
}
