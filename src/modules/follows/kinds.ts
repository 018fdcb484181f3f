/** What can be followed. An `event` is a date that is sold out: its followers are told once that there are places again. */
export const followKinds = ['show', 'venue', 'person', 'event'] as const
export type FollowKind = (typeof followKinds)[number]

/** What followers are told: it is listed now, its sale has opened, or a sold-out date has places again. */
export const newsCauses = ['listed', 'sale-opened', 'places-again'] as const
export type NewsCause = (typeof newsCauses)[number]
