import type { Fcm } from './fcm.ts'
import type { WebPush } from './web-push.ts'

/** What carries notifications; null where it is not set up. */
export interface NotificationPorts {
  readonly webPush: WebPush | null
  readonly fcm: Fcm | null
  readonly isAllowedEndpoint: (endpoint: string) => boolean
}
