import citybus from '#modules/transport/messages/citybus-ka.json'
import georgianBus from '#modules/transport/messages/georgian-bus-ka.json'
import metrobus from '#modules/transport/messages/metrobus-ka.json'
import omnibus from '#modules/transport/messages/omnibus-ka.json'
import ortachala from '#modules/transport/messages/ortachala-ka.json'
import railway from '#modules/transport/messages/railway-ka.json'
import transport from '#modules/transport/messages/transport-ka.json'

/** Georgian texts of the pages of journeys: downloaded with the first of them. */
export const travelTexts = {
  transport,
  railway,
  ortachala,
  omnibus,
  'georgian-bus': georgianBus,
  citybus,
  metrobus,
}
