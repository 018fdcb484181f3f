import { hashPin } from '#modules/membership/server/public-api.ts'
import type { TestEnv } from './test-env.ts'

/** A customer's discount card: ten percent off, two lari at most; its PIN is 1234. */
export async function makeDiscountCard(
  { db, random, clock }: TestEnv['context'],
  customerId: string,
  borneBy: 'house' | 'merchant' = 'house',
) {
  const words = JSON.stringify({ ka: 'ბარათი', en: 'Card' })
  const type = await db
    .insertInto('discount_card_type')
    .values({
      name: words,
      description: words,
      number_length: 12,
      pin_length: 4,
      basis_points: 1_000,
      discount_max_minor: 200,
      borne_by: borneBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cardNumber = String(900_000_000_000 + type.id)
  const salt = Buffer.from(random.bytes(16))
  await db
    .insertInto('discount_card')
    .values({
      type_id: type.id,
      number: cardNumber,
      pin_salt: salt,
      pin_hash: await hashPin('1234', salt),
      customer_id: customerId,
      added_at: clock.now(),
    })
    .execute()
  return { typeId: type.id, cardNumber }
}
