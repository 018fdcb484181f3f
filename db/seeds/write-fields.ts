/**
 * Special rules of the demo, second part: a show with names for its places, and one that asks for
 * documents.
 */
import { invariant } from '#kernel/result.ts'
import { writeRule } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'

const circles = {
  row: { ka: 'წრე', en: 'Circle' },
  seat: { ka: 'სკამი', en: 'chair' },
  entrance: { ka: 'შესასვლელი ეზოდან', en: 'Entrance from the courtyard' },
  place: { ka: 'წრე {row}, სკამი {seat}', en: 'Circle {row}, chair {seat}' },
}

const travel = {
  fields: [
    {
      key: 'latinName',
      per: 'ticket',
      kind: 'latin',
      label: { ka: 'სახელი და გვარი ლათინურად', en: 'Name as in the passport' },
      isRequired: true,
      isOnTicket: true,
    },
    {
      key: 'passport',
      per: 'ticket',
      kind: 'passport',
      label: { ka: 'პასპორტის ნომერი', en: 'Passport number' },
      isRequired: true,
      isOnTicket: false,
    },
    {
      key: 'birthDate',
      per: 'ticket',
      kind: 'date',
      label: { ka: 'დაბადების თარიღი', en: 'Date of birth' },
      isRequired: true,
      isOnTicket: false,
    },
    {
      key: 'delivery',
      per: 'order',
      kind: 'select',
      label: { ka: 'ბუკლეტის მიღება', en: 'How you get the booklet' },
      isRequired: true,
      isOnTicket: false,
      options: [
        { value: 'courier', label: { ka: 'კურიერით', en: 'By courier' } },
        {
          value: 'hall',
          label: { ka: 'დარბაზში, კონცერტის წინ', en: 'In the hall, before the concert' },
        },
      ],
    },
    {
      key: 'city',
      per: 'order',
      kind: 'text',
      label: { ka: 'ქალაქი', en: 'City' },
      isRequired: false,
      isOnTicket: false,
      autoComplete: 'address-level2',
    },
    {
      key: 'address',
      per: 'order',
      kind: 'text',
      label: { ka: 'მისამართი', en: 'Address' },
      isRequired: false,
      isOnTicket: false,
      autoComplete: 'street-address',
    },
  ],
}

export async function writeFields(context: Context): Promise<void> {
  await ruleOfShow(context, 'two-chairs', 'custom-ticket-naming', circles)
  await ruleOfShow(context, 'caucasus-suite-vienna', 'extra-fields', travel)
  await ruleOfShow(context, 'cup-final', 'buyer-checks', { phone: true, ticketsPerPersonMax: 4 })
}

async function ruleOfShow(
  context: Context,
  slug: string,
  kind: 'custom-ticket-naming' | 'extra-fields' | 'buyer-checks',
  settings: object,
): Promise<void> {
  const show = await context.db
    .selectFrom('show')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  invariant(show, `the demo has ${slug}`)
  const written = await writeRule(context, {
    kind,
    showId: show.id,
    eventId: null,
    categoryId: null,
    source: null,
    groupId: null,
    itemId: null,
    settings,
    isActive: true,
    validFrom: null,
    validUntil: null,
    note: 'Demo',
  })
  invariant(written.ok, 'a rule of the demo fits its kind')
}
