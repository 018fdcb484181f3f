import { fail, ok } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { listCountries } from './countries.ts'
import { savePassenger } from './save-passenger.ts'
import { deleteSavedPassenger, readSavedPassengers, type SavedPassenger } from './store.ts'

export const passengerRoutes: readonly Implementation[] = [
  implement(calls.flightCountries, async ({ locale }) => ok({ items: listCountries(locale) })),
  implement(calls.passengerTemplatesList, requireCustomer, async (context) => {
    const saved = await readSavedPassengers(context.db, context.actor.customerId)
    return ok({ templates: saved.map(present) })
  }),
  implement(calls.passengerTemplatesCreate, requireCustomer, async (context, { body }) => {
    const saved = await savePassenger(context, context.actor.customerId, body)
    return saved.ok ? ok(present(saved.value)) : saved
  }),
  implement(calls.passengerTemplatesDelete, requireCustomer, async (context, { params }) => {
    const { customerId } = context.actor
    const isDeleted = await deleteSavedPassenger(context.db, { id: params.templateId, customerId })
    return isDeleted ? ok({ done: true as const }) : fail('NotFound')
  }),
]

function present(saved: SavedPassenger): calls.PassengerTemplateView {
  return {
    templateId: saved.id,
    givenName: saved.givenName,
    familyName: saved.familyName,
    nameKa: saved.nameKa,
    kind: saved.kind,
    gender: saved.gender,
    birthDate: saved.birthDate,
    needsWheelchair: saved.needsWheelchair,
    documents: saved.documents.map(({ kind, number, nationality, expiresOn }) => ({
      kind,
      number,
      nationality,
      expiresOn,
    })),
  }
}
