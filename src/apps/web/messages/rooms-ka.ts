import events from '#modules/events/messages/ka.json'
import shell from './ka.json'

/** Every room's Georgian texts: the part of the page that a visitor in Georgian downloads. */
export const rooms = { shell, events }
