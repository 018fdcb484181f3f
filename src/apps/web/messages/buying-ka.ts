import accounts from '#modules/accounts/messages/ka.json'
import orders from '#modules/orders/messages/ka.json'
import tickets from '#modules/tickets/messages/ka.json'

/** Georgian texts of the rooms that only buyers meet: downloaded with the first page that needs them. */
export const buyingRooms = { accounts, orders, tickets }
