import type { z } from 'zod'
import { dayOf } from '#kernel/day-span.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockCustomer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { passengerTemplatesCreate } from '../contract.ts'
import { readSavedPassengers, writeSavedPassenger, type SavedPassenger } from './store.ts'

/** Limit per customer. */
export const savedPassengersMax = 40

type PassengerInput = z.output<typeof passengerTemplatesCreate.body>

/**
 * Saves a passenger of a customer. Without an id, an existing passenger with the same name and birth date
 * is updated, so that repeated requests create no duplicates.
 */
export async function savePassenger(
  context: Context,
  customerId: string,
  input: PassengerInput,
): Promise<Result<SavedPassenger, 'BadRequest' | 'NotFound' | 'TooManyPassengers'>> {
  const { templateId, ...values } = input
  if (values.birthDate !== undefined && values.birthDate > dayOf(context.clock.now()).toString()) {
    const message = 'A day that has been'
    return fail('BadRequest', { fields: [{ path: 'body.birthDate', message }] })
  }
  const details = {
    ...values,
    gender: values.gender ?? null,
    birthDate: values.birthDate ?? null,
    documents: values.documents.map((one) => ({ ...one, expiresOn: one.expiresOn ?? null })),
  }
  return inTransaction(
    context,
    async (inside): Promise<Result<SavedPassenger, 'NotFound' | 'TooManyPassengers'>> => {
      await lockCustomer(inside, customerId)
      const known = await readSavedPassengers(inside.db, customerId)
      const before =
        templateId === undefined
          ? known.find((one) => isSamePerson(one, details))
          : known.find(({ id }) => id === templateId)
      if (templateId !== undefined && !before) return fail('NotFound')
      if (!before && known.length >= savedPassengersMax) return fail('TooManyPassengers')
      const passenger = { ...details, id: before?.id ?? context.random.uuid() }
      const at = context.clock.now()
      await writeSavedPassenger(inside.db, { ...passenger, customerId, at })
      return ok(passenger)
    },
  )
}

function isSamePerson(
  one: SavedPassenger,
  other: Pick<SavedPassenger, 'givenName' | 'familyName' | 'birthDate'>,
): boolean {
  const name = ({ givenName, familyName }: Pick<SavedPassenger, 'givenName' | 'familyName'>) =>
    `${givenName} ${familyName}`.toLowerCase()
  return name(one) === name(other) && one.birthDate === other.birthDate
}
