import { sql } from 'kysely'
import { emailSpellings } from '#kernel/email.ts'
import { phoneDigitsOf, significantDigits } from '#kernel/phone-shape.ts'
import { spellingPattern } from '#kernel/spelling-pattern.ts'
import type { Context } from '#platform/context.ts'

export interface FoundCustomer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly createdAt: Date
}

/**
 * Accounts by their whole e-mail, by the last nine digits or a part of a phone, or by a part of a name in
 * any spelling, the newest first; erased ones are left out. For operators: ownership is not checked.
 */
export async function lookUpCustomers(
  context: Pick<Context, 'db'>,
  by: 'email' | 'phone' | 'name',
  text: string,
  most: number,
): Promise<FoundCustomer[]> {
  const digits = phoneDigitsOf(text)
  const only = sql`regexp_replace(phone, '\\D', '', 'g')`
  const condition = {
    email: sql`email_key = any(${emailSpellings(text)}::text[])`,
    // A whole number is compared from its end, a part of one may stand anywhere in it.
    phone:
      digits.length === significantDigits
        ? sql`phone is not null and right(${only}, 9) = ${digits}`
        : sql`phone is not null and strpos(${only}, ${digits}) > 0`,
    name: sql`search_fold(full_name) ~ ${spellingPattern(text)}`,
  }[by]
  const { rows } = await sql<FoundCustomer>`
    select full_name as name, coalesce(email, '') as email, coalesce(phone, '') as phone,
      created_at as "createdAt"
    from customer where erased_at is null and ${condition}
    order by created_at desc, id limit ${most}
  `.execute(context.db)
  return rows
}
