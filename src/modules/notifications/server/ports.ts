import type { Fcm } from './fcm.ts'
import type { WebPush } from './web-push.ts'

/** Push services; null when not configured. */
export interface NotificationPorts {
  readonly webPush: WebPush | null
  readonly fcm: Fcm | null
  readonly isAllowedEndpoint: (endpoint: string) => boolean
}
