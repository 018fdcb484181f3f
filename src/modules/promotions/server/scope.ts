import { sourceName } from '#modules/events/server/public-api.ts'

/** Events of codes and options are items of this offer source; other verticals count theirs on their own. */
export const eventSourceName = sourceName
