import {
  accountEmailJob,
  accountNoticeJob,
  emailChangeJob,
  writeEmailChange,
  deletionEmailJob,
  passwordResetJob,
  studentEmailJob,
  writeAccountEmail,
  writeAccountNotice,
  writeDeletionEmail,
  writePasswordResetEmail,
  writeStudentEmail,
} from '#modules/accounts/server/public-api.ts'
import {
  operatorNewsJob,
  staffChangeJob,
  staffInvitationJob,
  tellMerchants,
  writeOperatorNews,
  writeStaffChange,
  writeStaffInvitation,
} from '#modules/staff/server/public-api.ts'
import {
  merchantMoneyEmailJob,
  writeMerchantMoneyEmail,
} from '#modules/settlements/server/public-api.ts'
import { operatorActionJob } from '#platform/operator-log.ts'
import { logNamers } from '../server/log-namers.ts'
import type { JobRun } from '#platform/jobs/jobs.ts'
import { type Slots } from '#platform/jobs/slots.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Bound } from './bound.ts'
import { batchOf, priority } from './email-order.ts'

/** Binds the emails of accounts. Their Message-ID is the id of the job, since a job sends one email. */
export async function bindAccountEmails(
  { config, services, mailer }: Bound,
  slots: Slots,
): Promise<void> {
  const { jobs } = services
  const context = () => services.systemContext()
  const options = {
    concurrency: batchOf.others,
    slots: { of: slots, priority: priority.account },
  }
  const once = ({ id }: JobRun): Mailer => ({
    ...mailer,
    send: (letter) => mailer.send(letter, `account-${id}`),
  })
  await jobs.work(
    accountEmailJob,
    (payload, run) => writeAccountEmail(context(), once(run), payload, config.AUTH_ORIGIN),
    options,
  )
  await jobs.work(
    staffInvitationJob,
    (payload) => writeStaffInvitation(context(), mailer, payload),
    options,
  )
  await jobs.work(
    staffChangeJob,
    (payload) => writeStaffChange(context(), mailer, payload),
    options,
  )
  await jobs.work(operatorActionJob, (payload) => tellMerchants(context(), logNamers, payload))
  await jobs.work(
    operatorNewsJob,
    (payload) => writeOperatorNews(context(), mailer, logNamers, payload),
    options,
  )
  await jobs.work(
    merchantMoneyEmailJob,
    (payload) => writeMerchantMoneyEmail(context(), mailer, payload),
    options,
  )
  await jobs.work(
    accountNoticeJob,
    (payload, run) => writeAccountNotice(context(), once(run), payload),
    options,
  )
  await jobs.work(
    passwordResetJob,
    (payload, run) => writePasswordResetEmail(context(), once(run), payload, config.AUTH_ORIGIN),
    options,
  )
  await jobs.work(
    emailChangeJob,
    (payload, run) => writeEmailChange(context(), once(run), payload),
    options,
  )
  await jobs.work(
    deletionEmailJob,
    (payload, run) => writeDeletionEmail(context(), once(run), payload),
    options,
  )
  await jobs.work(
    studentEmailJob,
    (payload, run) => writeStudentEmail(context(), once(run), payload),
    options,
  )
}
