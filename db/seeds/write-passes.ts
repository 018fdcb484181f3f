/** Multi-passes of the demo. */
import { createProduct, type NewPassProduct } from '#modules/multipass/server/public-api.ts'
import type { Context } from '#platform/context.ts'

const day = 86_400_000

type Product = Omit<NewPassProduct, 'merchantId' | 'validFrom' | 'validUntil'>

const common = {
  cardsMax: 100_000,
  imageUrl: null,
  timeZone: 'Asia/Tbilisi',
  items: null,
  merchantIds: null,
  weekdays: null,
  hourFrom: null,
  hourUntil: null,
  valueMinorMax: null,
  usesPerOrderMax: 4,
  paysFees: true,
  isAtDoor: false,
} as const

const products: readonly Product[] = [
  {
    ...common,
    name: { ka: 'ათი საღამო', en: 'Ten evenings' },
    description: {
      ka: 'ათი ბილეთი ნებისმიერ წარმოდგენასა თუ კონცერტზე.',
      en: 'Ten tickets for any show or concert.',
    },
    uses: 10,
    priceMinor: 30_000,
    topUpUses: 5,
    topUpPriceMinor: 14_000,
    validDays: 180,
    validDaysFrom: 'first-use',
    sources: ['event'],
    valueMinorMax: 5_000,
  },
  {
    ...common,
    name: { ka: 'სამუშაო კვირა', en: 'Weekday five' },
    description: {
      ka: 'ხუთი ბილეთი ორშაბათიდან ხუთშაბათამდე, წარმოდგენაზე, ფილმზე ან გზაში.',
      en: 'Five tickets from Monday to Thursday: for a show, a film or a journey.',
    },
    uses: 5,
    priceMinor: 12_000,
    topUpUses: null,
    topUpPriceMinor: null,
    validDays: 60,
    validDaysFrom: 'sale',
    sources: null,
    weekdays: [1, 2, 3, 4],
    valueMinorMax: 4_000,
    paysFees: false,
  },
  {
    ...common,
    name: { ka: 'მუზეუმის აბონემენტი', en: 'Museum pass' },
    description: {
      ka: 'რვა ვიზიტი: აჩვენეთ აბონემენტი შესასვლელთან.',
      en: 'Eight visits: show it at the door.',
    },
    uses: 8,
    priceMinor: 8_000,
    topUpUses: 8,
    topUpPriceMinor: 7_000,
    validDays: null,
    validDaysFrom: null,
    // It cannot pay for tickets: it is presented at the entrance itself.
    sources: [],
    isAtDoor: true,
  },
]

export const passNames: string[] = products.map(({ name }) => name.en)

/** Sold by the organiser whose scanner account the demo has, so that this account can scan the museum pass. */
export async function writePasses(context: Context): Promise<void> {
  const { id: merchantId } = await context.db
    .selectFrom('merchant')
    .select('id')
    .where('slug', '=', 'kulisa')
    .executeTakeFirstOrThrow()
  const now = context.clock.now().getTime()
  for (const product of products) {
    const validFrom = new Date(now - day)
    const validUntil = new Date(now + 365 * day)
    await createProduct(context, { ...product, merchantId, validFrom, validUntil })
  }
}
