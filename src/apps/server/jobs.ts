import {
  accountLetterJob,
  accountNoticeJob,
  codeMessageJob,
  deletionLetterJob,
  passwordResetJob,
  studentLetterJob,
} from '#modules/accounts/server/door.ts'
import { invitationMessageJob, invitationTicketsJob } from '#modules/invitations/server/door.ts'
import { catalogueImportJob } from '#modules/operator/server/door.ts'
import {
  eventMovedJob,
  movedLetterJob,
  refundDoneLetterJob,
  reminderJob,
  refundLetterJob,
  returnLetterJob,
  passingMessageJob,
  ticketLetterJob,
  unpaidLetterJob,
} from '#modules/tickets/server/door.ts'
import { purchaseRequestLetterJob } from '#modules/requests/server/door.ts'
import type { Job } from '#platform/jobs/jobs.ts'

/** Every job there is, so that its queue exists before the first one is enqueued. */
export const allJobs: readonly Job[] = [
  accountLetterJob,
  accountNoticeJob,
  codeMessageJob,
  deletionLetterJob,
  passwordResetJob,
  studentLetterJob,
  ticketLetterJob,
  unpaidLetterJob,
  refundDoneLetterJob,
  reminderJob,
  refundLetterJob,
  returnLetterJob,
  movedLetterJob,
  passingMessageJob,
  invitationMessageJob,
  invitationTicketsJob,
  eventMovedJob,
  purchaseRequestLetterJob,
  catalogueImportJob,
]
