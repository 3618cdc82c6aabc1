import { complaintKeptMonths } from '../../contract/support/limits.ts';
import { type Module, reasons } from '../module.ts';
import { supportCommands } from './commands.ts';
import { endModerationActions } from './take-moderation-action.ts';
import { getComplaint } from './get-complaint.ts';
import { getModerationAction } from './get-moderation-action.ts';
import { purgeComplaints } from './purge-complaints.ts';
import { sendComplaint } from './send-complaint.ts';
import { sendReport } from './send-report.ts';
import { warnOfComplaints } from './warn-of-complaints.ts';
import {
  complaintAnswered,
  complaintClosed,
  complaintReceived,
  moderationActionReverted,
  statementOfReasons,
} from './support-mail.ts';

import { countOpen } from './queries.ts';

export const support = {
  public: [],
  operations: { sendComplaint, getComplaint, getModerationAction, sendReport },
  limits: {
    report: { points: 40, seconds: 86_400, durable: true },
    /** An address's complaints with files, before they are read. */
    files: { points: 30, networkPoints: 60, seconds: 3_600 },
    /** The files are kept for months. */
    'file-kilobytes': { points: 60 * 1_024, networkPoints: 120 * 1_024, seconds: 86_400, durable: true },
    'all-file-kilobytes': { points: 1_024 * 1_024, seconds: 86_400, durable: true },
    'file-alarm': { points: 1, seconds: 3_600, durable: true, fixed: true },
  },
  jobs: {
    'warn-of-complaints': { run: warnOfComplaints, schedule: '11 6 * * *' },
    'end-moderation-actions': { run: endModerationActions, schedule: '* * * * *' },
  },
  queues: {
    complaints: ({ database }) => database.first(countOpen, { urgent: false }),
    'child-abuse': ({ database }) => database.first(countOpen, { urgent: true }),
  },
  mail: [complaintReceived, complaintAnswered, complaintClosed, statementOfReasons, moderationActionReverted],
  commands: supportCommands,
  acts: [
    'list',
    'show',
    'answer',
    'close',
    'moderate',
    'revert',
    'copy',
    'deletions',
    'photos-list',
    'photos-show',
    'photos-approve',
  ],
  purges: {
    complaints: purgeComplaints,
  },
  tables: {
    complaints: {
      key: null,
      erasure: {
        rule: 'kept',
        why: 'evidence of the report and the decision, kept until six months after it, or a complaint about it, is closed',
        limit: { from: 'closed_at', months: complaintKeptMonths },
        keeps: [
          'number',
          'kind',
          'reason',
          'site',
          'language',
          'name',
          'email',
          'email_key',
          'text',
          'url',
          'contests',
          'outcome',
          'action',
        ],
      },
      export: 'support',
      columnsNotExported: {
        about_id: 'the text of the complaint says whom and what it is about',
        closed_at: reasons.workings,
        contests: 'the text of the complaint says whom and what it is about',
        email_key: reasons.workings,
        language: reasons.workings,
        action: 'the text of the complaint says whom and what it is about',
        receipt: reasons.workings,
        site: reasons.workings,
      },
    },
    complaint_files: {
      key: null,
      erasure: { rule: 'kept', why: 'kept as long as the complaint', keeps: ['number', 'kind', 'sha256'] },
      export: 'support',
      columnsNotExported: { content: 'the file itself is in the export', sha256: 'the file itself is in the export' },
    },
    evidence_pictures: {
      key: null,
      erasure: { rule: 'kept', why: 'kept as long as the last complaint that copied it', keeps: ['picture_hash'] },
      notExported: 'frozen pictures of the member whom a report is about',
    },
    complaint_evidence: {
      key: null,
      erasure: {
        rule: 'kept',
        why: 'kept as long as the complaint',
        keeps: ['number', 'kind', 'content', 'picture_hash'],
      },
      notExported: 'frozen words and pictures of the member whom a report is about',
    },
    complaint_answers: {
      key: null,
      erasure: { rule: 'kept', why: 'kept as long as the complaint', keeps: ['number', 'text'] },
      export: 'support',
    },
    moderation_actions: {
      key: null,
      erasure: {
        rule: 'kept',
        why: 'the decision and its reasons, kept until six months after it, until a complaint about it is closed, or while its ban stands',
        limit: { from: 'decided_at', months: complaintKeptMonths },
        keeps: ['number', 'kind', 'reason', 'law', 'facts', 'source'],
      },
      export: 'support',
      columnsNotExported: {
        about_at: 'the member has it in the statement of reasons',
        conversation_id: 'the member has it in the statement of reasons',
        ended_at: 'the member has it in the statement of reasons',
        ends_at: 'the member has it in the statement of reasons',
        message_id: 'the member has it in the statement of reasons',
        source: reasons.workings,
      },
    },
  },
} satisfies Module;
