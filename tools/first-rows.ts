import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { categories } from '../db/seeds/content/platform.ts'
import { webApiKey } from '#contract/web-key.ts'
import { hashPassword } from '#modules/accounts/server/public-api.ts'
import { ConfigError } from '#platform/config.ts'
import { systemRandom } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'

const localized = z.strictObject({ ka: z.string().min(1), en: z.string().min(1) })
const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
const person = z.strictObject({ email: z.email(), fullName: z.string().min(1).max(120) })
const firstRows = z.strictObject({
  operator: person,
  organiser: z.strictObject({ slug, name: localized, owner: person }),
  venues: z.array(
    z.strictObject({
      slug,
      kind: slug,
      name: localized,
      city: localized,
      address: localized,
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      capacity: z.number().int().positive(),
    }),
  ),
  serviceFeePercent: z.number().min(0).max(100),
})
type FirstRows = z.output<typeof firstRows>
type Person = z.output<typeof person>

/** Reads and checks the file of the first rows; a `ConfigError` says what is wrong with it. */
export async function readFirstRows(file: string | undefined): Promise<FirstRows> {
  if (file === undefined) throw new ConfigError('npm run setup -- <file.json>')
  try {
    return firstRows.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new ConfigError(`${file}: ${reason}`)
  }
}

/** Writes the rows that do not exist; returns a line for each account that was created. `db` must be a transaction. */
export async function writeFirstRows(db: Database, given: FirstRows): Promise<string[]> {
  const { organiser, serviceFeePercent } = given
  const keyHash = createHash('sha256').update(webApiKey).digest()
  await sql`insert into api_key (key_hash, name, channel) values (${keyHash}, 'Web shop', 'web')
    on conflict do nothing`.execute(db)
  await writeCategories(db)
  const feeName = { ka: 'მომსახურების საკომისიო', en: 'Service fee' }
  await sql`insert into fee_rule (name, basis_points)
    select ${JSON.stringify(feeName)}::jsonb, ${Math.round(serviceFeePercent * 100)}
    where not exists (select from fee_rule where show_id is null and event_id is null)`.execute(db)
  await sql`insert into merchant (id, slug, name)
    select (select coalesce(max(id), 0) + 1 from merchant), ${organiser.slug}, ${JSON.stringify(organiser.name)}::jsonb
    where not exists (select from merchant where slug = ${organiser.slug})`.execute(db)
  for (const venue of given.venues)
    await sql`insert into venue (id, slug, kind, name, city, address, latitude, longitude, capacity)
      select (select coalesce(max(id), 0) + 1 from venue), ${venue.slug}, ${venue.kind},
        ${JSON.stringify(venue.name)}::jsonb, ${JSON.stringify(venue.city)}::jsonb,
        ${JSON.stringify(venue.address)}::jsonb, ${venue.latitude}, ${venue.longitude}, ${venue.capacity}
      where not exists (select from venue where slug = ${venue.slug})`.execute(db)
  return [
    ...(await openOperator(db, given.operator)),
    ...(await openOwner(db, organiser.slug, organiser.owner)),
  ]
}

async function writeCategories(db: Database): Promise<void> {
  for (const [index, { subcategories, ...category }] of categories.entries()) {
    const { id, name, colour, kind = 0 } = category
    await sql`insert into category (id, slug, name, colour, kind, position)
      values (${id}, ${category.slug}, ${JSON.stringify(name)}::jsonb, ${colour}, ${kind}, ${index + 1})
      on conflict do nothing`.execute(db)
    for (const [position, each] of subcategories.entries())
      await sql`insert into subcategory (id, category_id, slug, name, position)
        values (${each.id}, ${id}, ${each.slug}, ${JSON.stringify(each.name)}::jsonb, ${position + 1})
        on conflict do nothing`.execute(db)
  }
}

async function openOperator(db: Database, { email, fullName }: Person): Promise<string[]> {
  const { rows } = await sql`update customer set role = 'operator'
    where email_key = ${email.toLowerCase()} returning id`.execute(db)
  if (rows.length > 0) return []
  const password = initialPassword()
  await sql`insert into customer (id, email, full_name, role, password_hash, activated_at)
    values (${systemRandom.uuid()}, ${email}, ${fullName}, 'operator', ${await hashPassword(password)}, now())`.execute(
    db,
  )
  return [`Operator ${email}: ${password} (sign in, then open /operator)`]
}

async function openOwner(db: Database, merchant: string, owner: Person): Promise<string[]> {
  const { email, fullName } = owner
  const { rows } = await sql`select from staff
    where email_key = ${email.toLowerCase()} and disabled_at is null`.execute(db)
  if (rows.length > 0) return []
  const password = initialPassword()
  await sql`insert into staff (id, merchant_id, email, full_name, role, password_hash, created_at)
    select ${systemRandom.uuid()}, id, ${email}, ${fullName}, 'owner', ${await hashPassword(password)}, now()
    from merchant where slug = ${merchant}`.execute(db)
  return [`Owner ${email}: ${password} (/merchant)`]
}

/** 80 random bits, readable. */
function initialPassword(): string {
  return randomBytes(10).toString('hex')
}
