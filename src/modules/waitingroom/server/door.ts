/** What other rooms may ask of the waiting room on the server. */
export { readStanding, showOfToken, type Standing } from './standing.ts'
export { bindPass, passInto, spendPass, type Pass } from './pass.ts'
export { forgetPasses } from './phones.ts'
export { waitingRoomRoutes } from './routes.ts'
export { findRoom, listRooms, writeRoom, type RoomToWrite } from './store.ts'
