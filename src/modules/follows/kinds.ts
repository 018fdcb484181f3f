/** What can be followed. An `event` is a sold-out date; its followers are notified once, when it has places again. */
export const followKinds = ['show', 'venue', 'person', 'event'] as const
export type FollowKind = (typeof followKinds)[number]

/** Reasons for a notification: an event was listed, its sale opened, or a sold-out date has places again. */
export const newsCauses = ['listed', 'sale-opened', 'places-again'] as const
export type NewsCause = (typeof newsCauses)[number]
