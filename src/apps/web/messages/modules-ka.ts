import events from '#modules/events/messages/ka.json'
import shell from './ka.json'

/** Every module's Georgian texts, downloaded by visitors in Georgian. */
export const modules = { shell, events }
