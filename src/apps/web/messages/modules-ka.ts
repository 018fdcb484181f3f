import events from '#modules/events/messages/ka.json'
import shell from './ka.json'

/** Every module's Georgian texts: the part of the page that a visitor in Georgian downloads. */
export const modules = { shell, events }
