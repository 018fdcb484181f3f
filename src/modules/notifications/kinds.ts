/** What a customer can be told on a device; each kind is allowed or stopped by itself. */
export const notificationKinds = [
  'ticket-ready',
  'event-moved',
  'event-cancelled',
  'sale-opens',
  'followed',
  'organiser',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
