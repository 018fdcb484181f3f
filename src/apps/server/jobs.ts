import {
  accountEmailJob,
  accountNoticeJob,
  accountNoticeMessageJob,
  codeMessageJob,
  deletionEmailJob,
  emailChangeJob,
  passwordResetJob,
  studentEmailJob,
} from '#modules/accounts/server/public-api.ts'
import { filmOnSaleJob, hallChangedJob } from '#modules/cinema/server/public-api.ts'
import { seatsChangedJob } from '#modules/designer/server/public-api.ts'
import { followEmailJob } from '#modules/follows/server/public-api.ts'
import {
  invitationMessageJob,
  invitationTicketsJob,
} from '#modules/invitations/server/public-api.ts'
import { catalogueImportJob } from '#modules/operator/server/public-api.ts'
import { feedImportJob } from '#modules/timetable/server/public-api.ts'
import {
  eventMovedJob,
  movedEmailJob,
  refundDoneEmailJob,
  reminderJob,
  refundEmailJob,
  returnEmailJob,
  transferMessageJob,
  ticketEmailJob,
  unpaidEmailJob,
  addressCorrectedJob,
  refusedEmailJob,
  returnRefusedEmailJob,
  waitingEmailJob,
} from '#modules/tickets/server/public-api.ts'
import { purchaseRequestEmailJob } from '#modules/requests/server/public-api.ts'
import { merchantMoneyEmailJob } from '#modules/settlements/server/public-api.ts'
import {
  operatorNewsJob,
  staffChangeJob,
  staffInvitationJob,
} from '#modules/staff/server/public-api.ts'
import { noticeJob, pushJob } from '#modules/notifications/server/public-api.ts'
import { mailingEmailJob, mailingTestJob } from '#modules/mailings/server/public-api.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { operatorActionJob } from '#platform/operator-log.ts'
import { vehicleChangedJob } from '#modules/transport/server/public-api.ts'

/** All jobs, so that each queue exists before the first job is enqueued. */
export const allJobs: readonly Job[] = [
  staffInvitationJob,
  staffChangeJob,
  operatorActionJob,
  operatorNewsJob,
  merchantMoneyEmailJob,
  accountEmailJob,
  accountNoticeJob,
  accountNoticeMessageJob,
  emailChangeJob,
  codeMessageJob,
  deletionEmailJob,
  passwordResetJob,
  studentEmailJob,
  ticketEmailJob,
  unpaidEmailJob,
  addressCorrectedJob,
  refusedEmailJob,
  returnRefusedEmailJob,
  waitingEmailJob,
  refundDoneEmailJob,
  reminderJob,
  refundEmailJob,
  returnEmailJob,
  movedEmailJob,
  transferMessageJob,
  invitationMessageJob,
  invitationTicketsJob,
  eventMovedJob,
  purchaseRequestEmailJob,
  catalogueImportJob,
  feedImportJob,
  noticeJob,
  pushJob,
  followEmailJob,
  filmOnSaleJob,
  hallChangedJob,
  vehicleChangedJob,
  seatsChangedJob,
  mailingEmailJob,
  mailingTestJob,
]
