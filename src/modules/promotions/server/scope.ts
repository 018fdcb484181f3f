import { sourceName } from '#modules/events/server/door.ts'

/** Events of codes and options are items of this offer source; other verticals count theirs on their own. */
export const eventSourceName = sourceName
