import type { OperationName } from '../../contract/calls.ts';
import type { Input, Operations, Output } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import type { Tracking } from '../../contract/tracking.ts';
import type { AppContext } from '../context.ts';
import type { Log } from './log.ts';
import type { Member } from './sessions.ts';
import type { Site } from './site.ts';

/** What a handler knows about the call besides its input. */
export interface Call {
  context: AppContext;
  site: Site;
  member: Member | null;
  /** The language in which the caller reads: their own choice, the site's, or the browser's. */
  language: Language;
  /** Address of the socket, behind trusted proxies only; for limits, never stored or logged. */
  ip: string;
  /** Origin of links in answers: configured, or of the request in development. */
  origin: string;
  client: 'web' | 'app';
  /** Country that the edge tells, if it does. */
  geoipCountry: string | null;
  /** Where a visitor came from, if they followed a partner's link. */
  tracking: Tracking | undefined;
  session: {
    /** Token of the present session, if the request carried one. */
    token: string | undefined;
    /** Hands the caller the cookie of a new session. */
    set(token: string): void;
    /** Takes the session cookie away. */
    clear(): void;
  };
  log: Log;
}

export type MemberCall = Call & { member: Member };

/** The call that an operation's handler gets: with a member where its audience is `member`. */
export type CallFor<Name extends OperationName> = Operations[Name]['audience'] extends 'member' ? MemberCall : Call;

/** Runs one operation. Input is already checked, the answer will be. */
export type Handler<Name extends OperationName> = (input: Input<Name>, call: CallFor<Name>) => Promise<Output<Name>>;

/** The one list: operation → handler. */
export type Handlers = { [Name in OperationName]: Handler<Name> };
