import accounts from '#modules/accounts/messages/ka.json'
import follows from '#modules/follows/messages/ka.json'
import orders from '#modules/orders/messages/ka.json'
import passengers from '#modules/passengers/messages/ka.json'
import tickets from '#modules/tickets/messages/ka.json'

/** Georgian texts of modules used by buyers only: downloaded with the first page that needs them. */
export const buyingTexts = { accounts, follows, orders, passengers, tickets }
