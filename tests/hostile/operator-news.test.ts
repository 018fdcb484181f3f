/**
 * Goal: organisers are told of everything that operators do to their things. Method: a valid request of every call of
 * operators that may change something; what it wrote to the operators' log is told to an organiser, or the call is listed
 * here with the reason why nobody is concerned. A new call is in neither and fails.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellMerchants, writeOperatorNews } from '#modules/staff/server/public-api.ts'
import { readStaffLog } from '../../src/modules/staff/server/staff-log.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { Email } from '#platform/mail/mail.ts'
import { logNamers } from '../../src/apps/server/log-namers.ts'
import { callerOf, calls, closeWalk, expectAnswer, openWalk, walkedShop } from './walk.ts'
import { purchase } from './purchases.ts'
import { mayWrite } from './walker.ts'

beforeAll(openWalk)
afterAll(closeWalk)

const pages = 'pages of the shop itself'
const partners = 'keys of the shop’s partners'
const reading = 'nothing is changed'
const checked = 'a file is checked; nothing is changed until it is applied'
/** Calls that change nothing of an organiser's. */
const concernsNobody: Readonly<Record<string, string>> = {
  'own-operator-page-make': pages,
  'own-operator-page-save': pages,
  'own-operator-page-publish': pages,
  'own-operator-page-discard': pages,
  'own-operator-front-picture': pages,
  'own-operator-billboard-save': pages,
  'own-operator-story-save': pages,
  'own-operator-question-save': pages,
  'own-operator-category-save': pages,
  'own-operator-front-remove': pages,
  'own-operator-switch-save': pages,
  'own-operator-pixel-save': pages,
  'own-operator-order-option-change': 'an option of the shop',
  'own-operator-partner-key-make': partners,
  'own-operator-partner-key-change': partners,
  'own-operator-search-word-decide': 'words of everybody’s searches',
  'own-operator-promo-code-save': 'a code that the shop pays for; of an organiser below',
  'own-operator-promo-batch-switch': 'codes that the shop pays for; of an organiser below',
  'own-operator-layout-bring': 'a seat plan of a venue, used by nobody yet',
  'own-operator-plan-create': 'the shop draws its own plans',
  'own-operator-plan-save': 'the shop draws its own plans',
  'own-operator-plan-publish': 'the shop draws its own plans',
  'own-operator-plan-picture-save': 'the shop draws its own plans',
  'own-operator-orders': reading,
  'own-operator-order-search': reading,
  'own-operator-promo-codes-export': reading,
  'own-operator-payments-run': reading,
  'own-operator-resend': 'a message of the shop to its customer, sent again',
  'own-operator-import-create': checked,
  'own-operator-feed-create': checked,
  'own-operator-feed-part': checked,
  'own-operator-feed-check': checked,
  'own-operator-confirmation-refund': 'nobody waits for a supplier here: with an order see below',
  'own-operator-import-apply': 'the worker imports and tells: see below',
  'own-operator-cinema-import': 'checked without taking it in; taken in: see below',
  'own-operator-plan-date-change': 'compared without changing the date; changed: see below',
}

const written = calls.filter((call) => call.credential === 'operator' && mayWrite(call))

async function lastEntry(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::int as id from operator_log`.execute(walkedShop().context.db)
  return rows[0]?.id ?? 0
}

/** Who was told of the entries after this one. */
async function toldSince(last: number): Promise<number> {
  const { context } = walkedShop()
  const { rows } = await sql<{ id: number }>`
    select id::int as id from operator_log where id > ${last} order by id`.execute(context.db)
  for (const { id: logId } of rows) {
    await tellMerchants(context, logNamers, { logId })
    // A job that runs twice tells nobody twice.
    await tellMerchants(context, logNamers, { logId })
  }
  const told = await sql<{ count: number }>`
    select count(*)::int as count from operator_news where log_id > ${last}`.execute(context.db)
  return told.rows[0]?.count ?? 0
}

test.each(written.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is told to the organiser whose things it changes',
  async (_, call) => {
    const caller = await callerOf(call)
    const last = await lastEntry()
    await expectAnswer(caller)
    const told = await toldSince(last)
    if (Object.hasOwn(concernsNobody, call.id)) expect(told).toBe(0)
    else
      expect(told, `${call.id} tells an organiser, or is listed with a reason`).toBeGreaterThan(0)
  },
  60_000,
)

test.each([
  ['an import', 'operator.import', 'import 00000000-0000-4000-8000-000000000000', 'list'],
  ['a schedule', 'cinema.import', 'schedule', 'list'],
  ['orders sold elsewhere', 'orders.import', 'orders', 'list'],
  ['a plan for a date', 'designer.change-plan-of-date', 'event', 'subject'],
  ['a queue for a show', 'queue.turn-dial', 'queue event group', 'show'],
  ['a rule about a show', 'rulebook.add-rule', 'rule 1', 'about'],
  [
    'a refund of what a supplier kept waiting',
    'orders.refund-confirmation',
    'confirmation 1',
    'order',
  ],
])(
  '%s is told by what the log names, in the office and by e-mail',
  async (_, action, what, how) => {
    const shop = walkedShop()
    const { context } = shop
    const event = await shop.event()
    await shop.staff(event.merchantId)
    const { merchantId, showId, eventId } = event
    const order =
      how === 'order'
        ? await purchase(shop, {
            token: await shop.customer(),
            station: 'draft',
            request: { event, placeIds: [1] },
          })
        : null
    const subject =
      how === 'subject' ? `event ${eventId}` : how === 'show' ? `${what} ${showId}` : what
    const detail = {
      ...(how === 'list' && { merchantIds: [merchantId] }),
      ...(how === 'about' && { about: `show ${showId}` }),
      ...(order && { orderNumber: order.orderNumber }),
      reason: { ka: 'მიზეზი', en: 'Because of rain' },
    }
    const last = await lastEntry()
    await logOperatorAction(context, { action, subject, detail })
    expect(await toldSince(last)).toBe(1)
    const office = await readStaffLog(context, { merchantId, most: 10 })
    expect(office).toMatchObject([{ action, subject, staffName: null }])
    const { rows } = await sql<{ data: Parameters<typeof writeOperatorNews>[3] }>`
    select data from pgboss.job where name = 'operator-news'
      and (data ->> 'merchantId')::int = ${merchantId}`.execute(context.db)
    expect(rows).toHaveLength(1)
    for (const locale of ['ka', 'en'] as const) {
      const letter = rows[0]?.data
      if (!letter) throw new Error('A letter is on its way')
      await context.db
        .updateTable('staff')
        .set({ locale })
        .where('id', '=', letter.staffId)
        .execute()
      const sent: Email[] = []
      const mailer = { send: async (mail: Email) => void sent.push(mail), close: () => undefined }
      await writeOperatorNews(context, mailer, logNamers, letter)
      expect(sent).toHaveLength(1)
      expect(sent[0]?.text).toContain({ ka: 'მიზეზი', en: 'Because of rain' }[locale])
      expect(sent[0]?.text).not.toContain(action)
    }
  },
)
