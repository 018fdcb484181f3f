/** Promo codes, discount cards and options of the demo; they are listed in this folder's README.md. */
import { invariant } from '#kernel/result.ts'
import { hashPin } from '#modules/membership/server/public-api.ts'
import { savePromoCode, writeOrderOption } from '#modules/promotions/server/public-api.ts'
import type { Context } from '#platform/context.ts'

type Code = Parameters<typeof savePromoCode>[2]

const everybody = { borneBy: 'house', isCombined: false, isActive: true } as const

const codes: readonly Code[] = [
  {
    ...everybody,
    code: 'GAMARJOBA',
    percent: 10,
    amountMax: 2_000,
    isCombined: true,
    note: 'Demo',
  },
  { ...everybody, code: 'PREMIERA', amount: 1_000, ticketsMin: 5_000, quantity: 100, note: 'Demo' },
  { ...everybody, code: 'MEGOBARI', percent: 20, perCustomerMax: 1, note: 'Demo' },
  { ...everybody, code: 'SHEMODGOMA', percent: 50, validUntil: '2026-01-01', note: 'Demo: over' },
]

/** Cards with their PINs; `npm start` does not assign them to customers. */
const cardTypes = [
  {
    name: { ka: 'სტუდენტის ბარათი', en: 'Student card' },
    description: {
      ka: 'ბილეთებზე 15%, ერთ შეკვეთაზე არაუმეტეს 20 ლარისა.',
      en: '15% off tickets, at most 20 lari an order.',
    },
    basisPoints: 1_500,
    discountMinorMax: 2_000,
    cards: [
      { number: '6391020000017', pin: '2580' },
      { number: '6391020000025', pin: '1470' },
    ],
  },
  {
    name: { ka: 'კულტურის ბარათი', en: 'Culture card' },
    description: {
      ka: 'ბილეთებზე 10%, ერთ შეკვეთაზე არაუმეტეს 30 ლარისა.',
      en: '10% off tickets, at most 30 lari an order.',
    },
    basisPoints: 1_000,
    discountMinorMax: 3_000,
    cards: [{ number: '6391030000016', pin: '3690' }],
  },
]

const house = {
  source: null,
  itemId: null,
  merchantId: null,
  beneficiary: null,
  isActive: true,
} as const
const options = [
  {
    ...house,
    kind: 'Insurance',
    name: { ka: 'ბილეთის დაზღვევა', en: 'Ticket insurance' },
    description: {
      ka: 'თუ ვერ მოხვალთ, ბილეთების ფასს სრულად დაგიბრუნებთ ღონისძიების დაწყებამდე.',
      en: 'If you cannot come, you get back what the tickets cost, until the event begins.',
    },
    pricing: 'share',
    amountMinor: 100,
    amountMinorMax: null,
    basisPoints: 600,
    beneficiary: 'demo-insurance',
  },
  {
    ...house,
    kind: 'Card',
    name: { ka: 'სასაჩუქრე კონვერტი', en: 'Gift envelope' },
    description: {
      ka: 'ნაბეჭდი ბილეთები კონვერტით. მიიღებთ ჩვენს სალაროში, შეკვეთის ნომრით.',
      en: 'Printed tickets in an envelope, handed out at our box office by your order number.',
    },
    pricing: 'order',
    amountMinor: 500,
    amountMinorMax: null,
    basisPoints: null,
  },
  {
    ...house,
    kind: 'CardPriceFee',
    name: { ka: 'სამახსოვრო ბარათი', en: 'Keepsake card' },
    description: {
      ka: 'თითო ბილეთზე ერთი პლასტიკური ბარათი ღონისძიების აფიშით. მიიღებთ ჩვენს სალაროში.',
      en: 'A plastic card with the poster for each ticket, handed out at our box office.',
    },
    pricing: 'ticket',
    amountMinor: 300,
    amountMinorMax: null,
    basisPoints: null,
  },
  {
    ...house,
    kind: 'Charity',
    name: { ka: 'დახმარება ბავშვთა ბიბლიოთეკას', en: 'For the children’s library' },
    description: {
      ka: 'თანხა სრულად გადაეცემა ბავშვთა ბიბლიოთეკას. რამდენი იქნება, თქვენ წყვეტთ.',
      en: 'All of it goes to the children’s library. You say how much.',
    },
    pricing: 'free',
    amountMinor: 200,
    amountMinorMax: 50_000,
    basisPoints: null,
    beneficiary: 'children-library',
  },
] as const

export async function writePromotions(context: Context): Promise<void> {
  for (const code of codes) {
    const saved = await savePromoCode(context, [], code)
    invariant(saved.ok, `the demo has its code ${code.code}`)
  }
  for (const [position, option] of options.entries())
    await writeOrderOption(context, { ...option, position })
  for (const type of cardTypes) await writeCards(context, type)
}

async function writeCards(context: Context, type: (typeof cardTypes)[number]): Promise<void> {
  const [first] = type.cards
  const { id } = await context.db
    .insertInto('discount_card_type')
    .values({
      name: JSON.stringify(type.name),
      description: JSON.stringify(type.description),
      number_length: first?.number.length ?? 0,
      pin_length: first?.pin.length ?? 0,
      basis_points: type.basisPoints,
      discount_max_minor: type.discountMinorMax,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { number, pin } of type.cards) {
    const salt = Buffer.from(context.random.bytes(16))
    const pinHash = await hashPin(pin, salt)
    await context.db
      .insertInto('discount_card')
      .values({ type_id: id, number, pin_salt: salt, pin_hash: pinHash })
      .execute()
  }
}
