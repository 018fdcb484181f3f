import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { mayStaff } from '#contract/staff-permissions.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { entryKinds, ShiftView } from '../contract.ts'
import { sumCardPayments } from './cards.ts'
import { isTerminalNamed, lockOwnTerminal } from './terminals.ts'

export interface Shift {
  readonly id: string
  readonly merchantId: number
  readonly staffId: string
  readonly staffName: string
  readonly counter: string
  /** Session that owns the orders sold in the shift. */
  readonly sessionId: string
  readonly openingMinor: number
  /** Expected cash: the sum of the entries, fixed when the shift is closed. */
  readonly expectedMinor: number
  readonly soldCount: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly countedMinor: number | null
  /** Number of the card terminal at the counter; empty without one. */
  readonly terminal: string
  /** Expected card total, fixed when the shift is closed; null while it is open. */
  readonly cardExpectedMinor: number | null
  /** Total on the terminal's slip; null when it was not entered. */
  readonly cardCountedMinor: number | null
  readonly note: string
}

const columns = sql.raw(`s.id, s.merchant_id as "merchantId", s.staff_id as "staffId",
  coalesce(p.full_name, '') as "staffName", s.counter, s.session_id as "sessionId",
  s.opening_minor as "openingMinor", s.opened_at as "openedAt", s.closed_at as "closedAt",
  s.counted_minor as "countedMinor", s.note, s.terminal,
  s.card_expected_minor as "cardExpectedMinor", s.card_counted_minor as "cardCountedMinor",
  coalesce(s.expected_minor, s.opening_minor + (select coalesce(sum(e.amount_minor), 0)
    from counter_entry e where e.shift_id = s.id))::integer as "expectedMinor",
  (select count(*) from counter_entry e where e.shift_id = s.id and e.kind = 'sale')::integer as "soldCount"`)
const tables = sql.raw('counter_shift s left join staff_summary p on p.staff_id = s.staff_id')

/** The caller's open shift, locked until the transaction ends, so that sales, returns and the close are serialised. */
export async function lockShift(
  context: Context,
  { staffId }: StaffActor,
): Promise<Result<Shift, 'ShiftNotOpen'>> {
  invariant(context.db.isTransaction, 'locking a shift requires a transaction')
  await sql`select id from counter_shift where staff_id = ${staffId} and closed_at is null for update`.execute(
    context.db,
  )
  // A new statement sees what was committed while waiting for the lock.
  const shift = await findOpenShift(context, staffId)
  return shift ? ok(shift) : fail('ShiftNotOpen')
}

export async function findOpenShift(context: Context, staffId: string): Promise<Shift | undefined> {
  const { rows } = await sql<Shift>`
    select ${columns} from ${tables} where s.staff_id = ${staffId} and s.closed_at is null`.execute(
    context.db,
  )
  return rows[0]
}

/** Closed shifts, newest first: the caller's own, or all of them with the permission for statistics. */
export async function listClosedShifts(context: Context, actor: StaffActor): Promise<Shift[]> {
  const own = mayStaff(actor, 'figures') ? null : actor.staffId
  const { rows } = await sql<Shift>`
    select ${columns} from ${tables}
    where s.merchant_id = ${actor.merchantId} and s.closed_at is not null
      and (${own}::uuid is null or s.staff_id = ${own})
    order by s.closed_at desc limit 30`.execute(context.db)
  return rows
}

/** Opens a shift, one for each caller and terminal; the terminal must be one of the caller's organiser. */
export async function openShift(
  context: Context,
  actor: StaffActor,
  given: {
    readonly counter: string
    readonly openingMinor: number
    readonly terminal: string
    readonly sessionId: string
  },
): Promise<Result<Shift, ErrorCode>> {
  return inTransaction<Result<Shift, ErrorCode>>(context, async (inside) => {
    const { merchantId, staffId } = actor
    const terminal = isTerminalNamed(given.terminal)
      ? await lockOwnTerminal(inside, merchantId, given.terminal)
      : null
    if (terminal === undefined) return fail('TerminalNotGiven')
    const { numAffectedRows } = await sql`
      insert into counter_shift (id, merchant_id, staff_id, counter, session_id, opening_minor, terminal,
        terminal_key, opened_at)
      values (${inside.random.uuid()}, ${merchantId}, ${staffId}, ${given.counter}, ${given.sessionId},
        ${given.openingMinor}, ${terminal?.number ?? ''}, ${terminal?.key ?? null}, ${inside.clock.now()})
      on conflict do nothing`.execute(inside.db)
    if (numAffectedRows !== 1n)
      return fail((await findOpenShift(inside, staffId)) ? 'ShiftOpen' : 'TerminalInUse')
    const shift = await findOpenShift(inside, staffId)
    invariant(shift, 'the opened shift exists')
    await logStaffChange(inside, {
      action: 'counter.open',
      subject: `shift ${shift.id}`,
      after: {
        counter: given.counter,
        openingMinor: given.openingMinor,
        ...(terminal && { terminal: terminal.number }),
      },
    })
    return ok(shift)
  })
}

export interface NewEntry {
  readonly kind: (typeof entryKinds)[number]
  /** Negative when paid out of the drawer. */
  readonly amountMinor: number
  readonly orderNumber?: string
  readonly note?: string
}

/** Adds an entry to the drawer, under the lock of the shift. `CashNotEnough` when the drawer would go below zero. */
export async function addEntry(
  context: Context,
  shift: Shift,
  entry: NewEntry,
): Promise<Result<null, 'CashNotEnough'>> {
  invariant(context.db.isTransaction, 'a drawer entry requires a transaction')
  if (shift.expectedMinor + entry.amountMinor < 0) return fail('CashNotEnough')
  await context.db
    .insertInto('counter_entry')
    .values({
      shift_id: shift.id,
      at: context.clock.now(),
      kind: entry.kind,
      amount_minor: entry.amountMinor,
      order_number: entry.orderNumber ?? null,
      note: entry.note ?? '',
    })
    .execute()
  return ok(null)
}

/** Whether an order was sold in this shift. */
export async function wasSoldIn(
  context: Context,
  shift: Shift,
  orderNumber: string,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('counter_entry')
    .select('id')
    .where('shift_id', '=', shift.id)
    .where('order_number', '=', orderNumber)
    .where('kind', '=', 'sale')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes the caller's shift, once, with counted and expected cash. */
export async function closeShift(
  context: Context,
  actor: StaffActor,
  {
    countedMinor,
    cardCountedMinor = null,
    note,
  }: {
    readonly countedMinor: number
    readonly cardCountedMinor?: number | null | undefined
    readonly note: string
  },
): Promise<Result<Shift, ErrorCode>> {
  return inTransaction<Result<Shift, ErrorCode>>(context, async (inside) => {
    const locked = await lockShift(inside, actor)
    if (!locked.ok) return locked
    const shift = locked.value
    const { expectedMinor } = shift
    const closedAt = inside.clock.now()
    const { takenMinor: cardExpectedMinor } = await sumCardPayments(inside, shift.id)
    await sql`
      update counter_shift set closed_at = ${closedAt}, expected_minor = ${expectedMinor},
        counted_minor = ${countedMinor}, card_expected_minor = ${cardExpectedMinor},
        card_counted_minor = ${cardCountedMinor}, note = ${note}
      where id = ${shift.id} and closed_at is null`.execute(inside.db)
    await logStaffChange(inside, {
      action: 'counter.close',
      subject: `shift ${shift.id}`,
      after: { expectedMinor, countedMinor, cardExpectedMinor, cardCountedMinor, note },
    })
    return ok({ ...shift, closedAt, countedMinor, cardExpectedMinor, cardCountedMinor, note })
  })
}

const entriesShown = 200

interface EntryRow {
  readonly at: Date
  readonly kind: (typeof entryKinds)[number]
  readonly amountMinor: number
  readonly orderNumber: string | null
  readonly note: string
}

/** A shift with its newest entries. */
export async function presentShift(context: Context, shift: Shift): Promise<ShiftView> {
  const { rows } = await sql<EntryRow>`
    select at, kind, amount_minor as "amountMinor", order_number as "orderNumber", note
    from counter_entry where shift_id = ${shift.id} order by id desc limit ${entriesShown}`.execute(
    context.db,
  )
  const open = shift.closedAt === null ? await sumCardPayments(context, shift.id) : null
  return {
    ...presentHead(shift),
    ...(open && { cardExpected: money(open.takenMinor) }),
    entries: rows.map(({ at, kind, amountMinor, orderNumber, note }) => ({
      at: at.toISOString(),
      kind,
      amount: money(amountMinor),
      orderNumber,
      note,
    })),
  }
}

export function presentHead(shift: Shift): Omit<ShiftView, 'entries'> {
  const { countedMinor, expectedMinor, closedAt, cardExpectedMinor, cardCountedMinor } = shift
  return {
    shiftId: shift.id,
    counter: shift.counter,
    staffName: shift.staffName,
    openedAt: shift.openedAt.toISOString(),
    opening: money(shift.openingMinor),
    expected: money(expectedMinor),
    soldCount: shift.soldCount,
    closedAt: closedAt?.toISOString() ?? null,
    counted: countedMinor === null ? null : money(countedMinor),
    difference: countedMinor === null ? null : money(countedMinor - expectedMinor),
    terminal: shift.terminal,
    cardExpected: money(cardExpectedMinor ?? 0),
    cardDifference:
      cardCountedMinor === null ? null : money(cardCountedMinor - (cardExpectedMinor ?? 0)),
    note: shift.note,
  }
}
