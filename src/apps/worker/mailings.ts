import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import {
  deleteDeliveriesOfMailings,
  mailingEmailJob,
  mailingTestJob,
  sendDueMailings,
  writeMailingEmail,
  writeTestEmail,
} from '#modules/mailings/server/public-api.ts'
import type { WorkOptions } from '#platform/jobs/jobs.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Sweep } from './sweeps.ts'

/** Organisers' mailings have the lowest priority. */
export async function bindMailings(
  { jobs, systemContext }: Pick<Services, 'jobs' | 'systemContext'>,
  { mailer, orders }: { readonly mailer: Mailer } & Pick<Ports, 'orders'>,
  options: WorkOptions,
): Promise<void> {
  await jobs.work(
    mailingEmailJob,
    (payload) => writeMailingEmail(systemContext(), mailer, payload, orders),
    options,
  )
  await jobs.work(
    mailingTestJob,
    (payload, { id }) => writeTestEmail(systemContext(), mailer, payload, { id, ports: orders }),
    options,
  )
}

export function mailingSweeps(
  { systemContext }: Pick<Services, 'systemContext'>,
  { orders }: Pick<Ports, 'orders'>,
): Sweep[] {
  return [
    { name: 'mailings', everySeconds: 5, run: () => sendDueMailings(systemContext(), orders) },
    {
      name: 'mailing-deliveries',
      everySeconds: 3_600,
      run: () => deleteDeliveriesOfMailings(systemContext()),
    },
  ]
}
