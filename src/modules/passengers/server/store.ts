import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { DocumentKind } from '../shapes.ts'

export interface SavedDocument {
  readonly kind: DocumentKind
  readonly number: string
  readonly nationality: string
  /** ISO date, for example `2031-05-01`. */
  readonly expiresOn: string | null
}

export interface SavedPassenger {
  readonly id: string
  readonly givenName: string
  readonly familyName: string
  readonly nameKa: string
  readonly kind: 0 | 1
  readonly gender: 1 | 2 | null
  /** ISO date, for example `1990-02-28`. */
  readonly birthDate: string | null
  readonly needsWheelchair: boolean
  readonly documents: readonly SavedDocument[]
}

export async function readSavedPassengers(
  db: Database,
  customerId: string,
): Promise<SavedPassenger[]> {
  const { rows } = await sql<SavedPassenger>`
    select id, given_name as "givenName", family_name as "familyName", name_ka as "nameKa", kind,
      gender, birth_date::text as "birthDate", needs_wheelchair as "needsWheelchair", documents
    from saved_passenger where customer_id = ${customerId}
    order by given_name, family_name, created_at, id`.execute(db)
  return rows
}

/** Inserts or updates a passenger of this customer. */
export async function writeSavedPassenger(
  db: Database,
  passenger: SavedPassenger & { readonly customerId: string; readonly at: Date },
): Promise<void> {
  const values = {
    given_name: passenger.givenName,
    family_name: passenger.familyName,
    name_ka: passenger.nameKa,
    kind: passenger.kind,
    gender: passenger.gender,
    birth_date: passenger.birthDate,
    needs_wheelchair: passenger.needsWheelchair,
    documents: JSON.stringify(passenger.documents),
    updated_at: passenger.at,
  }
  const { id, customerId: customer_id, at: created_at } = passenger
  await db
    .insertInto('saved_passenger')
    .values({ id, customer_id, created_at, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(values)
        .where('saved_passenger.customer_id', '=', customer_id),
    )
    .execute()
}

/** Returns false if the customer has no passenger with this id. */
export async function deleteSavedPassenger(
  db: Database,
  { id, customerId }: { id: string; customerId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_passenger')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteSavedPassengersOf(db: Database, customerId: string): Promise<void> {
  await db.deleteFrom('saved_passenger').where('customer_id', '=', customerId).execute()
}
