/** Kinds of push notifications; each can be allowed or disabled separately. */
export const notificationKinds = [
  'ticket-ready',
  'event-moved',
  'event-cancelled',
  'sale-opens',
  'followed',
  'organiser',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
