import type { Services } from '#apps/server/services.ts'
import {
  forgetDeliveriesOfMailings,
  mailingLetterJob,
  mailingTestJob,
  sendDueMailings,
  writeMailingEmail,
  writeTestEmail,
} from '#modules/mailings/server/public-api.ts'
import type { WorkOptions } from '#platform/jobs/jobs.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Sweep } from './sweeps.ts'

/** Letters of organisers leave when nothing else waits for the mail server. */
export async function bindMailings(
  { jobs, systemContext }: Pick<Services, 'jobs' | 'systemContext'>,
  mailer: Mailer,
  options: WorkOptions,
): Promise<void> {
  await jobs.work(
    mailingLetterJob,
    (payload) => writeMailingEmail(systemContext(), mailer, payload),
    options,
  )
  await jobs.work(
    mailingTestJob,
    (payload, run) => writeTestEmail(systemContext(), mailer, payload, run),
    options,
  )
}

export function mailingSweeps({ systemContext }: Pick<Services, 'systemContext'>): Sweep[] {
  return [
    { name: 'mailings', everySeconds: 5, run: () => sendDueMailings(systemContext()) },
    {
      name: 'mailing-deliveries',
      everySeconds: 3_600,
      run: () => forgetDeliveriesOfMailings(systemContext()),
    },
  ]
}
