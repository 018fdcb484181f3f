/**
 * Puts the longest texts that people enter into a shop's database: one word of 106 letters without a break, and 200
 * letters of several words, in turn from row to row.
 */
import type pg from 'pg'

/** Letters of a name of several words, the longest that calls accept. */
const lettersMax = 200

const longWords = {
  ka: 'ა'.repeat(106),
  en: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftskonzertabendveranstaltung',
}
const phrases = {
  ka: 'ძალიან გრძელი სახელი '.repeat(10),
  en: 'The Extraordinarily Long Symphonic Evening of Contemporary Jazz '.repeat(4),
}

type Language = keyof typeof longWords

/** What replaces the text of a row: a long word for even ones, a long name for odd ones. */
export function longText(language: Language, row: number, most = lettersMax): string {
  return (row % 2 === 0 ? longWords : phrases)[language].slice(0, most).trim()
}

/** Columns with names and remarks that people enter, by table. */
const plain: Readonly<Record<string, readonly string[]>> = {
  access_code: ['note'],
  api_key: ['name'],
  bank_account: ['holder_name'],
  card_terminal: ['number'],
  counter_reservation: ['name', 'note'],
  counter_shift: ['note'],
  customer: ['full_name'],
  feature_switch: ['note'],
  feed: ['name'],
  feed_import: ['name', 'file_name'],
  film: ['original_name'],
  import_run: ['name'],
  merchant_bank_account: ['holder_name'],
  order_note: ['note'],
  order_passenger: ['given_name', 'family_name', 'name_ka'],
  orders: ['buyer_name', 'external_reference'],
  promo_batch: ['name'],
  promo_code: ['note'],
  purchase_request: ['name', 'message'],
  saved_passenger: ['given_name', 'family_name', 'name_ka'],
  special_rule: ['note'],
  staff: ['full_name'],
  staff_api_key: ['name'],
  ticket: ['holder_note'],
  tracking_pixel: ['note'],
}
/** Columns with texts in both languages, also inside of lists and objects. */
const localized: Readonly<Record<string, readonly string[]>> = {
  agency: ['name'],
  baggage_option: ['name'],
  billboard: ['title', 'text', 'advertiser'],
  campaign: ['title', 'summary', 'content'],
  category: ['name'],
  cinema: ['name', 'address', 'city'],
  cinema_hall: ['name'],
  cinema_layout: ['content'],
  cinema_price_group: ['name'],
  cinema_product: ['name'],
  cinema_ticket_type: ['name'],
  discount_card_type: ['name', 'description'],
  event: ['cancel_reason'],
  faq_entry: ['question', 'answer'],
  fee_rule: ['name'],
  film: ['name', 'summary', 'genres', 'people'],
  follow: ['name'],
  gate: ['name'],
  locality: ['name'],
  loyalty_status: ['name'],
  mailing: ['subject', 'body'],
  merchant: ['name'],
  multipass_product: ['name', 'description'],
  notice: ['subject'],
  order_extra: ['questions', 'answers'],
  order_line: ['description'],
  order_option: ['name', 'description'],
  route: ['name'],
  seat_layout: ['name', 'content'],
  seat_plan: ['name'],
  show: ['name', 'summary', 'performers'],
  show_draft: ['content'],
  stop: ['name'],
  story: ['title'],
  story_item: ['title', 'text'],
  student_domain: ['institution'],
  subcategory: ['name'],
  ticket: ['section_name'],
  ticket_type: ['name'],
  travel_class: ['name'],
  trip: ['headsign'],
  vehicle_type: ['name'],
  venue: ['name', 'address', 'city'],
  waiting_room: ['message'],
}
/** Letters of texts whose calls accept fewer. */
const shorter: Readonly<Record<string, number>> = {
  'billboard.advertiser': 120,
  'billboard.title': 160,
  'campaign.content': 80,
  'category.name': 80,
  'campaign.title': 160,
  'cinema_layout.content': 120,
  'seat_layout.content': 120,
  'story.title': 80,
  'story_item.title': 120,
}

/** Sets every text that people enter. Accounts keep their addresses, so that one can sign in. */
export async function lengthenTexts(client: pg.Client): Promise<void> {
  // A drawing never changes in the shop.
  for (const table of ['seat_layout', 'cinema_layout'])
    await client.query(`alter table ${table} disable trigger user`)
  for (const [table, columns] of Object.entries(plain))
    for (const column of columns) await lengthenColumn(client, table, column, replacedPlain)
  for (const [table, columns] of Object.entries(localized))
    for (const column of columns)
      await lengthenColumn(client, table, column, (value, row) =>
        replacedDeep(value, row, shorter[`${table}.${column}`]),
      )
  await client.query(
    `update orders set buyer_email = repeat('n', 60) || '@' || repeat('d', 60) || '.example' where buyer_email <> ''`,
  )
}

async function lengthenColumn(
  client: pg.Client,
  table: string,
  column: string,
  replaced: (value: unknown, row: number) => unknown,
): Promise<void> {
  const { rows } = await client.query<{ at: string; value: unknown }>(
    `select ctid::text as at, ${column} as value from ${table} where ${column} is not null`,
  )
  const changed = rows.map(({ at, value }, row) => {
    const text = replaced(value, row)
    return { at, text: typeof value === 'string' ? text : JSON.stringify(text) }
  })
  await client.query(
    `update ${table} set ${column} = new.text::${typeof rows[0]?.value === 'string' ? 'text' : 'jsonb'}
    from jsonb_to_recordset($1::jsonb) as new(at text, text text) where ${table}.ctid = new.at::tid`,
    [JSON.stringify(changed)],
  )
}

function replacedPlain(value: unknown, row: number): unknown {
  // Some names have to differ.
  return value === '' ? '' : `${longText('en', row, lettersMax - 8)}${row}`
}

/** Replaces the texts of all objects with languages as their keys. */
function replacedDeep(value: unknown, row: number, most = lettersMax): unknown {
  if (Array.isArray(value)) return value.map((each, at) => replacedDeep(each, row + at, most))
  if (typeof value !== 'object' || value === null) return value
  const isText = (key: string, each: unknown) =>
    (key === 'ka' || key === 'en') && typeof each === 'string' && each !== ''
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      isText(key, each) ? longText(key as Language, row, most) : replacedDeep(each, row, most),
    ]),
  )
}
