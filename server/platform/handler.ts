import type { OperationName } from '../../contract/calls.ts';
import type { FrameInput, FrameName } from '../../contract/frames.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { Input, Operations, Output } from '../../contract/index.ts';
import type { Language } from '../../contract/platform/languages.ts';
import type { AppContext, Visit } from './context.ts';
import type { Log } from './monitoring/log.ts';
import type { Member } from './session.ts';
import type { Site } from './site.ts';

export interface Call {
  context: AppContext;
  /** The member's own site, whatever host they use; for a visitor, the site of the host. */
  site: Site;
  /** The site of the host, also for members: browsers bind passkeys to it. */
  hostSite: Site;
  member: Member | null;
  /** The caller's language: the account's, else their choice in the cookie, the site's, or the browser's. */
  language: Language;
  /** Country for prices and search: the member's own, or the visitor's by `chooseCountry`. */
  country: Country;
  /** IP address, taken from forwarding headers only behind a trusted proxy; for limits, never stored or logged. */
  ip: string;
  /** Origin for links in responses: configured, or that of the request in development. */
  origin: string;
  client: 'web' | 'app';
  /** The User-Agent header; never stored or logged verbatim. */
  userAgent: string | undefined;
  /** Country of the visitor according to the edge, if it provides one. */
  geoipCountry: string | null;
  visit: Visit;
  session: {
    /** Token that the request sent to one of our hosts, valid or not. */
    token: string | undefined;
    /** Whether somebody ended the token's session; false if it merely expired. */
    hasEnded(): Promise<boolean>;
    set(token: string): void;
    clear(): void;
  };
  log: Log;
}

export type MemberCall = Call & { member: Member };

type CallFor<Name extends OperationName> = Operations[Name]['audience'] extends 'member' ? MemberCall : Call;

/** The dispatcher has checked the input and will check the result. */
export type Handler<Name extends OperationName> = (input: Input<Name>, call: CallFor<Name>) => Promise<Output<Name>>;

export type Handlers = { [Name in OperationName]: Handler<Name> };

export interface FrameCall {
  context: AppContext;
  member: Pick<Member, 'id'>;
}

/** The handler of a frame. It must check that the ids in the frame belong to the member. */
type FrameHandler<Name extends FrameName> = (input: FrameInput<Name>, call: FrameCall) => Promise<null>;

export type FrameHandlers = { [Name in FrameName]: FrameHandler<Name> };
