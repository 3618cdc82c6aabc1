import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import type { Chat, ChatEntry } from '../../../contract/chat/operations.ts';
import { nameLengthMax, nameLengthMin } from '../../../contract/members/limits.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import { fold } from '../../../contract/platform/fold.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { chatsQuery, loadMoreChats } from '../../cache/list-pages.ts';
import { type Shared, dropShared } from './shared.ts';
import { call } from '../../platform/calls/call.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { LoadMore } from '../../platform/load-more.tsx';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { callFrom, userQuery } from '../../platform/calls/queries.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useDebounced } from '../../platform/use-debounced.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextInput } from '../../ui/field.tsx';
import { askedChatQuery, mayWriteIn } from '../chat-queries.ts';
import { drafts } from '../composer/drafts.ts';
import { PhotoDraft } from '../composer/photo-draft.tsx';
import { keepPhotoDraft, readPhotoDraft } from '../composer/photo-drafts.ts';
import { ListSkeleton } from '../list/chat-list.tsx';

/** The shared content, and the conversations, begun or new, that can take it as a draft. */
export function ShareReceivers(props: { shared: Shared; member: MemberId; onFailed: () => void }): ReactElement {
  const { shared, member, onFailed } = props;
  const say = useSay();
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(false);
  /** True once a receiver is chosen; set before a render, so that two taps in a row count as one. */
  const isChosen = useRef(false);
  /** A choice to confirm: a draft to its receiver already has a photo. */
  const [asked, setAsked] = useState<Parameters<ReceiversProps['onChoose']> | null>(null);
  const leave = async (path: string): Promise<void> => {
    await dropShared();
    void navigate(path, { replace: true });
  };
  const bring = async (profile: MemberId): Promise<boolean> =>
    (!shared.photo || (await keepPhotoDraft(member, profile, shared.photo))) &&
    (shared.text === '' || drafts.bring(member, profile, shared.text));
  const put: ReceiversProps['onChoose'] = async ({ profile }, path) => {
    setTaken(true);
    if (await bring(profile.id)) return leave(path);
    setTaken(false);
    setAsked(null);
    onFailed();
    isChosen.current = false;
  };
  const choose: ReceiversProps['onChoose'] = async (entry, path) => {
    if (isChosen.current) return;
    isChosen.current = true;
    if (!shared.photo || !(await readPhotoDraft(member, entry.profile.id))) return put(entry, path);
    setAsked([entry, path]);
    isChosen.current = false;
  };
  return (
    <>
      <div className="grid gap-3 rounded-card bg-surface p-4 inset-ring inset-ring-line">
        <div className="flex items-start gap-4">
          {shared.photo && (
            <div className="shrink-0">
              <PhotoDraft photo={shared.photo} />
            </div>
          )}
          {shared.text !== '' && (
            <p dir="auto" className="line-clamp-5 min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
              {shared.text}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-48 text-13 text-pretty text-ink-2">{say('installed-app.share-lead')}</p>
          <Button variant="quiet" size="sm" onClick={() => void leave(pathTo('chats'))}>
            {say('installed-app.share-drop')}
          </Button>
        </div>
      </div>
      <Receivers onChoose={choose} />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={say('installed-app.share-replace-title')}
          description={say('installed-app.share-replace-text', { name: asked[0].profile.name })}
          confirmLabel={say('installed-app.share-replace')}
          cancelLabel={say('installed-app.share-keep')}
          closeLabel={say('common.close')}
          risk
          busy={isTaken}
          onConfirm={() => void put(...asked)}
        />
      )}
    </>
  );
}

interface ReceiversProps {
  onChoose: (entry: Pick<ChatEntry, 'profile'>, path: string) => Promise<void>;
}

function Receivers({ onChoose }: ReceiversProps): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { data: list } = useQuery(chatsQuery);
  const [name, setName] = useState('');
  const load = useCallback(() => loadMoreChats(queries, call), [queries]);
  const open = useMemo(() => list?.chats.filter(canReceive) ?? [], [list]);
  const listed = useMemo(() => new Set(open.map(({ profile }) => profile.id)), [open]);
  if (!list) return <ListSkeleton rows={4} />;
  const has = list.before !== null;
  const plain = (text: string): string => fold(text.trim());
  const shown = open.filter(({ profile }) => plain(profile.name).includes(plain(name)));
  const hasNone = open.length === 0 && !has;
  return (
    <div className="grid gap-2">
      <TextInput
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={name}
        aria-label={say('installed-app.share-search')}
        placeholder={say('installed-app.share-search')}
        onChange={(event) => setName(event.target.value)}
      />
      {hasNone && isBlank(name) && (
        <EmptyState
          title={say('chat.empty-title')}
          action={<LinkButton to={pathTo('members')}>{say('chat.empty-action')}</LinkButton>}
        >
          {say('installed-app.share-begin')}
        </EmptyState>
      )}
      {!hasNone && shown.length === 0 && !has && (
        <p role="status" className="px-3 py-4 text-ink-2">
          {say('installed-app.share-nobody')}
        </p>
      )}
      <div>
        <ul aria-label={say('chat.list')} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {shown.map((entry) => (
            <Receiver
              key={entry.conversation.id}
              profile={entry.profile}
              onChoose={() => void onChoose(entry, pathTo('chats-id', { id: entry.conversation.id }))}
            />
          ))}
        </ul>
        <LoadMore has={has} load={load} waiting={<ListSkeleton rows={3} />} failed={say('chat.load-failed')} />
      </div>
      <NewReceivers
        name={name}
        listed={listed}
        onChoose={({ profile, conversation }) =>
          void onChoose(
            { profile },
            conversation ? pathTo('chats-id', { id: conversation.id }) : pathTo('members-id-chat', { id: profile.id }),
          )
        }
      />
    </div>
  );
}

/** True if the member can write in a listed conversation: not to a former member, and not after a goodbye. */
export function canReceive({ profile, conversation }: ChatEntry): boolean {
  return !profile.former && conversation.last_kind !== 'goodbye';
}

function Receiver({ profile, onChoose }: { profile: ProfileSummary; onChoose: () => void }): ReactElement {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-3.25 rounded-photo px-3 py-2.75 text-left transition-colors outline-offset-[-3px]! hover:bg-sunken"
      >
        <MemberAvatar member={profile} />
        <span className="min-w-0 flex-1">
          <b className="speak block truncate text-17 text-nowrap!">{profile.name}</b>
          {profile.fictional && <FictionalLabel ground="sunken" />}
        </span>
      </button>
    </li>
  );
}

const restMs = 300;
/** The most results shown: enough for a member who has typed part of a name. */
const shownMax = 6;

interface NewReceiversProps {
  name: string;
  listed: ReadonlySet<string>;
  onChoose: (chat: Chat) => void;
}

/** Members whose name begins with the typed text and to whom the member has not written yet. */
function NewReceivers({ name, listed, onChoose }: NewReceiversProps): ReactElement | null {
  const say = useSay();
  const typed = useDebounced(name.trim(), restMs);
  const { data, isError, isPending, fetchStatus, refetch } = useQuery({
    queryKey: ['share-to', typed],
    queryFn: (context) =>
      callFrom(context)('searchProfiles', { name: typed, country: anyCountry }, { signal: context.signal }),
    enabled: typed.length >= nameLengthMin,
    gcTime: 60_000,
  });
  const found = (data?.results ?? []).filter(({ id }) => !listed.has(id)).slice(0, shownMax);
  // Whether each of them can get a message is fetched before the member chooses.
  const asked = useQueries({ queries: found.map(({ id }) => askedChatQuery(id)) });
  if (typed.length < nameLengthMin || fetchStatus === 'paused') return null;
  const chats = asked.flatMap(({ data: chat }) => (chat ? [chat] : [])).filter(mayBegin);
  const waits = isPending || asked.some((one) => one.isPending);
  const unanswered = asked.filter((one) => one.isError);
  // As long as there are members to choose from, the others are not missed.
  const hasFailed = isError || (chats.length === 0 && unanswered.length > 0);
  const retry = (): void => {
    for (const one of isError ? [{ refetch }] : unanswered) void one.refetch();
  };
  return (
    <section aria-labelledby="share-new" className="mt-3 grid gap-2">
      <h2 id="share-new" className="speak px-3 text-17">
        {say('installed-app.share-new')}
      </h2>
      {hasFailed && <RetryAlert retry={retry}>{say('chat.search-failed')}</RetryAlert>}
      {!hasFailed && waits && <ListSkeleton rows={1} />}
      {!hasFailed && !waits && chats.length === 0 && (
        <p role="status" className="px-3 py-2 text-ink-2">
          {say('installed-app.share-new-none')}
        </p>
      )}
      {!waits && <Limit chats={chats} />}
      {!waits && (
        <ul aria-labelledby="share-new" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {chats.map((chat) => (
            <Receiver key={chat.profile.id} profile={chat.profile} onChoose={() => onChoose(chat)} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** True if the member may begin here: credits and premium can be bought in the conversation, which keeps the draft. */
function mayBegin(chat: Chat): boolean {
  return mayWriteIn(chat) || chat.send_blocker === 'premium';
}

/** Says how many conversations a member without premium can start, before they choose one. */
function Limit({ chats }: { chats: readonly Chat[] }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const isLimited = chats.some(({ conversation, profile }) => conversation === null && !profile.fictional);
  if (!isLimited || user?.paid_user) return null;
  const max = freeConversationsStartedMax;
  if (!chats.some(({ send_blocker: blocker }) => blocker === 'premium'))
    return <p className="px-3 text-13 text-ink-2">{say('installed-app.share-limit', { max })}</p>;
  return (
    <Alert
      action={
        <LinkButton to={pathTo('premium')} size="sm" variant="quiet">
          {say('chat.blocker-premium-action')}
        </LinkButton>
      }
    >
      {say('chat.blocker-premium', { max })}
    </Alert>
  );
}
