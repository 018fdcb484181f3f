import operator from '#modules/operator/messages/ka.json'
import shell from './ka.json'

/** Georgian texts of the rooms that the operator meets. */
export const operatorRooms = { shell, operator }
