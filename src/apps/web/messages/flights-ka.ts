import flightDictionary from '#modules/flights/messages/dictionary-ka.json'
import flights from '#modules/flights/messages/ka.json'

/** Georgian texts of the pages of flights: downloaded with the first of them. */
export const flightsTexts = { flights, flightDictionary }
