import type { FastifyInstance } from 'fastify';
import type Type from 'typebox';

import type { CompanyInfo, Settings } from '../contract/settings/operations.ts';
import type { Tracking } from '../contract/sources/tracking.ts';

import type { NewAccount } from './accounts/new-account.ts';
import type { SessionMember } from './accounts/sessions/sessions.ts';
import type { TermsVersion } from './accounts/terms/terms-versions.data.ts';
import type { Config } from './program/config.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Declared } from './module.ts';
import type { JobPayloads, ModuleLimit, metrics } from './modules.ts';
import type { Pushed } from './notifications/push/rules.ts';
import type { SmsGateway } from './payments/debit/sms.ts';
import type { PaymentConnections } from './payments/providers.ts';
import type { ReceiptDocument } from './payments/receipts/document.ts';
import type { AppContext } from './platform/context.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { SiteValues } from './settings/rules.ts';
import type { EvidenceContent } from './support/rules.ts';

export type { AppContext } from './platform/context.ts';

// Modules add these to the types of the platform, which is compiled without them (`server/platform/tsconfig.json`).

declare module './platform/context.ts' {
  interface AppContext {
    jobs: Jobs<JobPayloads>;
    declared: Declared;
    mailer: Mailer;
    /** The list of erasures, kept apart from database and photos, so that no restore of either loses it. */
    erasures: Storage;
    /** Copies of their data that members asked for, until they expire. */
    exports: Storage;
    /** The versions of the terms, oldest first; after the start, with the dates that apply here (`loadTerms`). */
    terms: readonly TermsVersion[];
    payments: PaymentConnections;
    sms: SmsGateway | null;
    extension: Extension | null;
  }
  interface AppConfig extends Config {}
  interface Visit {
    /** The link of the partner network by which the visitor came. */
    tracking: Tracking | undefined;
  }
}

declare module './platform/database/json-columns.ts' {
  interface JsonColumns {
    'complaint_evidence.content': EvidenceContent;
    'notices.pushed': Pushed;
    'receipts.document': ReceiptDocument;
    'sign_up_requests.account': NewAccount;
  }
}

declare module './platform/monitoring/metrics.ts' {
  interface DeclaredMetrics {
    ofModules: typeof metrics;
  }
}

declare module './platform/limits/rate-limits.ts' {
  interface LimitNames {
    ofModules: ModuleLimit;
  }
}

declare module './platform/site.ts' {
  interface Site extends SiteValues {
    company: Type.Static<typeof CompanyInfo>;
  }
  interface SiteSettings extends Omit<Type.Static<typeof Settings>, 'geoip_selected_country'> {}
}

declare module './platform/session.ts' {
  interface Member extends SessionMember {}
}

export interface FictionalReply {
  conversation_id: ConversationId;
  seq: number;
}

/** Passed in: the server must not import it, and an installation without the demo site never loads its code. */
export interface Extension {
  registerPages(server: FastifyInstance, context: AppContext): void;
  /** Runs as a job after a message to a fictional profile. */
  replyAsFictional(context: AppContext, job: FictionalReply): Promise<void>;
  /** Runs on workers. `say` prints a line; the returned function stops the background work. */
  start(context: AppContext, say: (line: string) => void): Promise<() => Promise<void>>;
}
