import flightDictionary from '#modules/flights/messages/dictionary-en.json'
import flights from '#modules/flights/messages/en.json'

/** English texts of the pages of flights: downloaded with the first of them. */
export const flightsTexts = { flights, flightDictionary }
