import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import type { Config } from '#platform/config.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { SmsSender } from '#platform/sms/sms.ts'

/** Dependencies of job handlers. */
export interface Bound {
  readonly config: Config
  readonly services: Services
  readonly ports: Ports
  readonly mailer: Mailer
  readonly sms: SmsSender
}
