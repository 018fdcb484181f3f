/**
 * Writes a catalogue of any size with a few bulk statements into an empty, migrated database: the demo's
 * categories, venues in ten cities, shows with names and people from word lists, two or three dates each over a
 * year (a fifth of them past), three ticket types per date and six pictures per show. Deterministic. Places are not
 * written, so nothing can be bought. Processes that cache the catalogue are not notified: write it before they
 * start.
 */
import { sql } from 'kysely'
import { categories, merchants } from '../db/seeds/content/platform.ts'
import { insertRows } from '../db/seeds/rows.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { showSearchText } from '#modules/catalogue/server/public-api.ts'
import type { Database } from '#platform/database/database.ts'

export interface ManyShowsOptions {
  readonly eventCount: number
  /** Dates are spread over the year around it. */
  readonly now: Date
}

const eventsPerTwoShows = 5

/** `ka|en` for each word. */
const firstWords =
  'ლურჯი|Blue,ძველი|Old,ჩუმი|Silent,ბოლო|Last,წითელი|Red,უცნობი|Unknown,ღამის|Night,თეთრი|White,დაკარგული|Lost,ოქროს|Golden,შორეული|Distant,ცხელი|Hot,მეორე|Second,ჩრდილოეთის|Northern,პატარა|Little,დიდი|Great,ბრმა|Blind,თავისუფალი|Free,მწვანე|Green,ზამთრის|Winter,ზაფხულის|Summer,შავი|Black,ნათელი|Bright,მარტოხელა|Lonely,ახალი|New,ელექტრო|Electric,ქარიანი|Windy,ხმაურიანი|Loud,მშვიდი|Calm,უკანასკნელი|Final'
const secondWords =
  'მთვარე|Moon,ქალაქი|City,ზღვა|Sea,ქარი|Wind,სიზმარი|Dream,სარკე|Mirror,ხიდი|Bridge,ბაღი|Garden,სიმღერა|Song,მატარებელი|Train,თამაში|Game,ტყე|Forest,კოშკი|Tower,წერილი|Letter,ცეკვა|Dance,მდინარე|River,ხმა|Voice,ჩრდილი|Shadow,მარშრუტი|Route,დღესასწაული|Feast,ბრძოლა|Battle,კარი|Door,ვარსკვლავი|Star,მოგზაურობა|Journey,საათი|Clock,ფანჯარა|Window,ცეცხლი|Fire,ქვა|Stone,ყვავილი|Flower,კუნძული|Island,ფრინველი|Bird,ამბავი|Story,საღამო|Evening,გზა|Road,სახლი|House,მეფე|King,ნაპირი|Shore,ხე|Tree,წვიმა|Rain,თოვლი|Snow'
const firstNames =
  'ნინო|Nino,გიორგი|Giorgi,მარიამ|Mariam,ლევან|Levan,თამარ|Tamar,დავით|Davit,ანა|Ana,ირაკლი|Irakli,სალომე|Salome,ზურაბ|Zurab,ეკატერინე|Ekaterine,ვახტანგ|Vakhtang,ქეთევან|Ketevan,შოთა|Shota,ნანა|Nana,ლაშა|Lasha,თეონა|Teona,ბექა|Beka,ელენე|Elene,მერაბ|Merab'
const lastNames =
  'კაპანაძე|Kapanadze,ბერიძე|Beridze,მაისურაძე|Maisuradze,გელაშვილი|Gelashvili,ლომიძე|Lomidze,ქავთარაძე|Kavtaradze,ჯაფარიძე|Japaridze,წიკლაური|Tsiklauri,ხუციშვილი|Khutsishvili,ყიფიანი|Kipiani,აბაშიძე|Abashidze,ნოზაძე|Nozadze,შენგელია|Shengelia,დოლიძე|Dolidze,მჭედლიშვილი|Mchedlishvili,გოგოლაძე|Gogoladze,ჩხეიძე|Chkheidze,თოდუა|Todua,ჭანტურია|Chanturia,ვეშაპიძე|Veshapidze'
const cities =
  'თბილისი|Tbilisi,ბათუმი|Batumi,ქუთაისი|Kutaisi,რუსთავი|Rustavi,ზუგდიდი|Zugdidi,გორი|Gori,თელავი|Telavi,ფოთი|Poti,მცხეთა|Mtskheta,ახალციხე|Akhaltsikhe'
const houses = 'დარბაზი|Hall,თეატრი|Theatre,არენა|Arena,კლუბი|Club,ბაღი|Garden'

function words(list: string): LocalizedText[] {
  return list.split(',').map((pair) => {
    const [ka = '', en = ''] = pair.split('|')
    return { ka, en }
  })
}

/** Returns the number of shows written; their ids start at 1, and those of events are 1 to `eventCount`. */
export async function writeManyShows(
  db: Database,
  { eventCount, now }: ManyShowsOptions,
): Promise<number> {
  const showCount = Math.ceil((eventCount * 2) / eventsPerTwoShows)
  const venueCount = Math.min(400, Math.max(20, Math.ceil(showCount / 100)))
  await db.transaction().execute(async (transaction) => {
    // The data satisfies all constraints; checking them a million times would take most of the time.
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`set local statement_timeout = 0`.execute(transaction)
    await writeHouse(transaction, venueCount)
    await writeShows(transaction, showCount, now)
    await writeEvents(transaction, { eventCount, showCount, venueCount, now })
  })
  for (const table of ['show', 'event', 'show_image', 'ticket_type', 'offering', 'venue'] as const)
    await sql`analyze ${sql.table(table)}`.execute(db)
  return showCount
}

async function writeHouse(db: Database, venueCount: number): Promise<void> {
  await insertRows(db, 'merchant', merchants)
  await insertRows(
    db,
    'category',
    categories.map(({ id, slug, name, colour }, index) => ({
      id,
      slug,
      name,
      colour,
      kind: 0,
      position: index + 1,
    })),
  )
  const subcategories = categories.flatMap((category) =>
    category.subcategories.map((subcategory) => ({ ...subcategory, category_id: category.id })),
  )
  await insertRows(
    db,
    'subcategory',
    subcategories.map((subcategory, index) => ({ ...subcategory, position: index + 1 })),
  )
  await insertRows(db, 'fee_rule', [
    { name: { ka: 'მომსახურების საფასური', en: 'Service fee' }, basis_points: 500 },
  ])
  const [cityNames, houseNames, nouns] = [words(cities), words(houses), words(secondWords)]
  const at = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item
  await insertRows(
    db,
    'venue',
    Array.from({ length: venueCount }, (_, index) => {
      const [noun, house, city] = [
        at(nouns, index),
        at(houseNames, index),
        // Half of all venues are in the capital.
        at(cityNames, index % 2 === 0 ? 0 : (index - 1) / 2),
      ]
      return {
        id: index + 1,
        slug: `house-${index + 1}`,
        kind: ['hall', 'theatre', 'arena', 'club', 'open-air'][index % 5],
        name: {
          ka: `${house.ka} „${noun.ka}“ ${index + 1}`,
          en: `${noun.en} ${house.en} ${index + 1}`,
        },
        city,
        address: { ka: `რუსთაველის ${index + 1}`, en: `${index + 1} Rustaveli St` },
        latitude: 41.7,
        longitude: 44.8,
        time_zone: 'Asia/Tbilisi',
        capacity: 1_000,
      }
    }),
  )
}

async function writeShows(db: Database, showCount: number, now: Date): Promise<void> {
  const list = (name: string, all: LocalizedText[]) => sql`
    ${sql.raw(name)}_ka as (select ${all.map(({ ka }) => ka)}::text[] as list),
    ${sql.raw(name)}_en as (select ${all.map(({ en }) => en)}::text[] as list),
    ${sql.raw(name)}_folded as (select ${all.map((text) => showSearchText([text]))}::text[] as list)`
  const word = (name: string, language: string, index: string) =>
    sql.raw(`(select list[1 + ((${index}) % cardinality(list))::integer] from ${name}_${language})`)
  const person = (language: string) =>
    sql`${word('given', language, 'spread / 7')} || ' ' || ${word('family', language, 'spread / 11')}`
  const name = (language: string) => sql`${word('first', language, 'i')} || ' ' ||
    ${word('second', language, 'i / 30')} || case when i < 1200 then '' else ' ' || (i / 1200 + 1) end`
  const text = (ka: string, en: string) => JSON.stringify({ ka, en })
  await sql`
    with ${list('first', words(firstWords))}, ${list('second', words(secondWords))},
      ${list('given', words(firstNames))}, ${list('family', words(lastNames))},
      made as (select i, abs(hashint4(i::integer)::bigint) as spread
        from generate_series(0, ${showCount}::integer - 1) as i)
    insert into show (id, slug, subcategory_id, merchant_id, name, summary, description, performers,
      age_limit, duration_minutes, is_pinned, is_main_banner, popularity, search_text, published_at)
    select i + 1, 'show-' || i + 1,
      (array(select id from subcategory order by id))[1 + (spread % (select count(*) from subcategory))::integer],
      1 + spread % 3,
      jsonb_build_object('ka', ${name('ka')}, 'en', ${name('en')}),
      ${text('საღამო, რომელიც დიდხანს დაგამახსოვრდებათ.', 'An evening to remember.')}::jsonb,
      ${text('სცენაზე საუკეთესო შემსრულებლები შეიკრიბებიან. '.repeat(12), 'The best of them meet on one stage. '.repeat(12))}::jsonb,
      jsonb_build_array(jsonb_build_object(
        'name', jsonb_build_object('ka', ${person('ka')}, 'en', ${person('en')}),
        'role', ${text('რეჟისორი', 'Director')}::jsonb)),
      (array[0, 0, 6, 12, 18])[1 + (spread % 5)::integer], 60 + spread % 120,
      i < 12, i < 5, spread % 10000,
      ${word('first', 'folded', 'i')} || ' ' || ${word('second', 'folded', 'i / 30')} || ' ' ||
      ${word('given', 'folded', 'spread / 7')} || ' ' || ${word('family', 'folded', 'spread / 11')},
      ${now}::timestamptz - (spread % 400) * interval '1 day' - i * interval '1 second'
    from made`.execute(db)
  await sql`
    insert into show_image (show_id, kind, path, width, height)
    select id, kind, '/media/shows/' || slug || '-' || kind || '.webp', 600, 800
    from show, generate_series(1, 6) as kind`.execute(db)
}

async function writeEvents(
  db: Database,
  options: ManyShowsOptions & { readonly showCount: number; readonly venueCount: number },
): Promise<void> {
  const { eventCount, showCount, venueCount, now } = options
  const made = sql`made as (
    select i + 1 as id, 1 + i % ${showCount}::integer as show_id, i / ${showCount}::integer as turn,
      abs(hashint4((i % ${showCount}::integer + 7)::integer)::bigint) as spread
    from generate_series(0, ${eventCount}::integer - 1) as i),
    dated as (select *, 1 + spread % ${venueCount}::integer as venue_id,
      case when spread % 50 = 0 then 0 else 500 + (spread / 50) % 120 * 100 end as price_minor,
      date_trunc('day', ${now}::timestamptz) + (spread / 3 % 365 - 73 + turn * 3) * interval '1 day'
        + (13 + spread / 5 % 6) * interval '1 hour' as starts_at from made)`
  await sql`with ${made}
    insert into offering (id, sales_close_at) select id, starts_at from dated`.execute(db)
  await sql`with ${made}
    insert into event (id, show_id, venue_id, offering_id, starts_at, doors_at, ends_at,
      min_price_minor, max_price_minor, is_sold_out)
    select id, show_id, venue_id, id, starts_at, starts_at - interval '1 hour',
      starts_at + interval '2 hours', price_minor, price_minor * 3, id % 40 = 0
    from dated`.execute(db)
  await sql`
    insert into ticket_type (id, event_id, merchant_id, name, pool_id, price_minor, position)
    select event.id * 3 + place - 3, event.id, 1,
      jsonb_build_object('ka', (array['პარტერი', 'ამფითეატრი', 'აივანი'])[place],
        'en', (array['Stalls', 'Circle', 'Balcony'])[place]),
      place, event.min_price_minor * place, place
    from event, generate_series(1, 3) as place`.execute(db)
}
