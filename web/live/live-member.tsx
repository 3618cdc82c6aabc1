import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import type { LiveEvent } from '../../contract/events.ts';
import { popPasswordLogin } from '../accounts/sessions/password-login.ts';
import { cacheDraft, syncDrafts } from '../chat/composer/sync-drafts.ts';
import { openOutbox } from '../chat/outbox/open-outbox.ts';
import { formatPreview } from '../chat/preview.ts';
import { useInstalledApp } from '../installed-app/use-installed-app.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { loadSentences, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { dismissToast, showToast } from '../ui/toast.ts';
import { forgetMatch, queueMatch } from './matches.ts';
import { readOpenConversation } from '../platform/live-store.ts';
import { runLive } from './run-live.ts';

// Loaded after the page, which does not need it to render.
const loadPush = () => import('../notifications/offer-push.ts');

const toToastId = (conversation: ConversationId): string => `message-${conversation}`;

/** Runs while a member is logged in: the live channel, outbox, drafts, installed app, and toasts for new messages. */
export function LiveMember({ member }: { member: MemberId }): null {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const language = useLanguage();
  const say = useSay();

  const tell = useEffectEvent(async (event: LiveEvent) => {
    if (event.type === 'read' && event.own) dismissToast(toToastId(event.conversation));
    if (event.type === 'conversation-gone') dismissToast(toToastId(event.conversation));
    if (event.type === 'draft') cacheDraft(queries, event.profile, event.draft);
    if (event.type === 'match') queueMatch(event.profile);
    if (event.type === 'like-gone') forgetMatch(event.profile);
    if (event.type === 'like-given' && !event.profile) forgetMatch(event.id);
    if ((event.type === 'message' && event.message.own) || (event.type === 'like-given' && event.profile))
      // If the code cannot be loaded, the offer comes another time.
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
      id: toToastId(message.conversation),
      start: <Avatar name={profile.name} size="sm" {...(image && { src: prefix + image.thumb_filename })} />,
      // The sender chose the name, so its length is limited here.
      title: <span className="line-clamp-2">{profile.name}</span>,
      ...(profile.fictional && { mark: <FictionalLabel ground="sunken" /> }),
      children: (
        <span className="line-clamp-4">
          {formatPreview(say, { kind: message.kind, own: false, text: message.text })}
        </span>
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
    // Offline, the next page load does this.
    void loadPush()
      .then(({ refreshPush }) => refreshPush(member, publicKey))
      .catch(() => undefined);
  }, [member, queries]);
  useEffect(() => {
    // If the code cannot be loaded, the offer comes after the next login.
    if (popPasswordLogin())
      void import('../accounts/passkeys/offer-passkey.ts')
        .then(({ offerPasskey }) => offerPasskey({ queries, language, say, navigate }))
        .catch(() => undefined);
  }, [queries, language, say, navigate]);
  useInstalledApp(member);
  return null;
}

/** Opens the page that the worker asks for, and confirms it. Returns a function that stops this. */
function openFromWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const life = new AbortController();
  const { serviceWorker } = navigator;
  const listen = ({ data, ports }: MessageEvent): void => {
    const { open: path } = (data ?? {}) as { open?: unknown };
    if (typeof path !== 'string' || !path.startsWith('/')) return;
    open(path);
    ports[0]?.postMessage(true);
  };
  serviceWorker.addEventListener('message', listen, life);
  return () => life.abort();
}
