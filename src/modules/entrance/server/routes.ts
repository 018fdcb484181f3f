import { sign } from 'node:crypto'
import { toBase64Url } from '#kernel/base64url.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { rawPublicKey } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as staffCalls from '#modules/staff/contract.ts'
import * as calls from '../contract.ts'
import * as counts from '../count-contract.ts'
import { merchantItems } from '../own-items-contract.ts'
import { listBytes, type ListLine } from '../ticket-list.ts'
import { syncScans } from './commands/sync-scans.ts'
import { severalUsesOf } from './commands/take-use.ts'
import { undoScan } from './commands/undo-scan.ts'
import { useTicket } from './commands/use-ticket.ts'
import { answersToKeep } from './door-answers.ts'
import { presentScan } from './present.ts'
import { listAccessible, listGates, listGateTypes } from './queries/accessible-items.ts'
import { admissionsKey, countAdmissions } from './queries/admissions.ts'
import { countByDepartment, countByEvent, countByRegion } from './queries/entrance-counts.ts'
import { readEntranceLog } from './queries/entrance-log.ts'
import { isCancelled } from './queries/cancellation.ts'
import { addUses, firstCursor, readTicketList } from './queries/ticket-list.ts'
import {
  checkInWindow,
  createCheckInSessions,
  type CheckInSession,
  type Station,
} from './check-in-session.ts'
import type { EntranceItem } from './entrance-source.ts'
import type { EntrancePorts } from './ports.ts'
import { presentStop } from './present-stop.ts'
import { listDoorItems } from './queries/door-items.ts'
import { listOwnItems } from './queries/own-items.ts'
import { listPassengers } from './queries/passengers.ts'

export function entranceRoutes(ports: EntrancePorts): readonly Implementation[] {
  const findSession = createCheckInSessions(ports)
  const findStation = (context: Context, where: RequestedStation) =>
    findSession(context, { ...where, itemId: where.itemId ?? where.eventId ?? 0 })
  return [
    implement(calls.entranceScan, requireStaff, async (context, { body }) => {
      const session = await findStation(context, body)
      if (!session.ok) return session
      const { deviceId, sequence, code } = body
      const used = await useTicket(context, ports, {
        deviceId,
        sequence,
        code,
        session: session.value,
      })
      return used.ok ? ok(await presentScan(context, ports, session.value, used.value)) : used
    }),
    implement(calls.entranceSync, requireStaff, async (context, { body }) => {
      const session = await findStation(context, body)
      if (!session.ok) return session
      const { deviceId, sentAt, scans } = body
      const settled = await syncScans(context, ports, {
        deviceId,
        sentAt,
        scans,
        session: session.value,
      })
      const views = settled.map((scan) => presentScan(context, ports, session.value, scan))
      return ok({ scans: await Promise.all(views) })
    }),
    implement(calls.entranceUndo, requireStaff, (context, { body }) =>
      undoScan(context, ports, body),
    ),
    implement(calls.entranceList, requireStaff, async (context, { query }) => {
      const session = await findStation(context, query)
      if (!session.ok) return session
      return ok(await signedList(context, ports, session.value, query.cursor))
    }),
    implement(calls.entranceLog, requireStaff, async (context, { query }) => {
      const session = await findStation(context, query)
      return session.ok ? ok(await readEntranceLog(context, session.value)) : session
    }),
    implement(merchantItems, requireStaff, async (context, { query }) =>
      ok(await listOwnItems(context, ports, { actor: context.actor, ...query })),
    ),
    implement(staffCalls.merchantAccessibleItems, requireStaff, async (context, { query }) =>
      ok({ items: await listAccessible(context, ports, query) }),
    ),
    implement(staffCalls.merchantGates, requireStaff, (context, { query }) =>
      listGates(context, ports, query),
    ),
    implement(staffCalls.merchantGatesTicketTypes, requireStaff, (context, { query }) =>
      listGateTypes(context, ports, query),
    ),
    implement(calls.entranceItems, requireStaff, async (context) =>
      ok({ items: await listDoorItems(context, ports) }),
    ),
    implement(calls.entrancePassengers, requireStaff, async (context, { query }) => {
      const session = await findStation(context, query)
      return session.ok ? ok(await listPassengers(context, session.value)) : session
    }),
    implement(counts.presentationEntranceCount, async (context) =>
      ok(
        counted(await countByEvent(context), ({ name, venue, startsAt, ...row }) => ({
          ...row,
          ...inWords(context.locale, { name, venue }),
          startsAt: startsAt.toISOString(),
        })),
      ),
    ),
    implement(counts.presentationDepartmentEntranceCount, async (context) =>
      ok(
        counted(await countByDepartment(context), ({ venue, department, ...row }) => ({
          ...row,
          ...inWords(context.locale, { venue }),
          department: department?.[context.locale] ?? null,
        })),
      ),
    ),
    implement(counts.presentationRegionEntranceCount, async (context) =>
      ok(
        counted(await countByRegion(context), ({ region, ...row }) => ({
          ...row,
          ...inWords(context.locale, { region }),
        })),
      ),
    ),
  ]
}

/** A station as devices name it. */
type RequestedStation = Omit<Station, 'itemId'> & {
  readonly itemId?: number | undefined
  readonly eventId?: number | undefined
}

/** The line of a ticket that opens no door. */
function notAdmitted([ticketId, issueNumber, typeId, , ...rest]: ListLine): ListLine {
  return [ticketId, issueNumber, typeId, 0, ...rest]
}

async function signedList(
  context: Context,
  ports: EntrancePorts,
  session: CheckInSession,
  since: string | undefined,
) {
  const { tickets } = ports
  const { source, itemId, item } = session
  // Neither a cancellation nor its end changes a ticket, so the whole list is sent while it lasts and once after it.
  const isOff = await isCancelled(context, session)
  const asked = isOff ? undefined : since
  const list = await readTicketList(context, tickets.printedNumbers, session, asked)
  const { isWhole } = list
  const cursor = isOff ? firstCursor : list.cursor
  const severalUses = severalUsesOf(ports, session)
  const all = severalUses
    ? await addUses(
        context,
        tickets.printedNumbers,
        session,
        { ...list, since: asked },
        severalUses,
      )
    : list.lines
  const lines = isOff ? all.map(notAdmitted) : all
  const serverTime = context.clock.now().toISOString()
  const key = await tickets.signingKeys.current(context)
  const keys = await tickets.signingKeys.all(context)
  const bytes = listBytes({ source, itemId, isWhole, cursor, serverTime, lines })
  return {
    source,
    itemId,
    isWhole,
    cursor,
    serverTime,
    lines: lines.map((line): [...ListLine] => [...line]),
    answers: await answersToKeep(
      context,
      lines.flatMap(([ticketId, , , good]) => (good === 0 ? [] : [ticketId])),
    ),
    signature: toBase64Url(sign(null, bytes, key.privateKey)),
    signedBy: key.id,
    keys: [...keys].map(([keyId, publicKey]) => ({
      keyId,
      publicKey: toBase64Url(rawPublicKey(publicKey)),
    })),
    item: {
      ...inWords(context.locale, { name: item.name, venue: item.venue }),
      timeZone: item.timeZone,
      startsAt: item.startsAt.toISOString(),
      validFrom: item.validFrom?.toISOString() ?? null,
      doorsAt: item.doorsAt?.toISOString() ?? null,
      isCancelled: isOff,
      admitted: await usesAtDoor(context, ports, session),
      usesWhenNew: item.usesWhenNew ?? null,
      ...windowView(item, null),
      stops: item.stops.map((stop, number) => ({
        ...presentStop(stop, context.locale),
        ...windowView(item, number),
      })),
      offeringId: item.offeringId,
      rotatingSecret:
        item.rotatesCodes && item.offeringId !== null
          ? toBase64Url(await tickets.rotatingKeys.secretOf(context, item.offeringId))
          : null,
    },
  }
}

/** Null for tickets of one entry, which the list itself counts. */
async function usesAtDoor(
  context: Context,
  ports: EntrancePorts,
  session: CheckInSession,
): Promise<number | null> {
  if (!severalUsesOf(ports, session)) return null
  return (await countAdmissions(context, ports, [session])).get(admissionsKey(session)) ?? 0
}

function windowView(item: EntranceItem, stop: number | null) {
  const { opensAt, closesAt } = checkInWindow(item, stop)
  return { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() }
}

/** Counts with their sum, each row as the reply has it. */
function counted<Row extends { readonly entranceCount: number }, View>(
  { since, rows }: { readonly since: Date; readonly rows: readonly Row[] },
  present: (row: Row) => View,
) {
  const total = rows.reduce((sum, { entranceCount }) => sum + entranceCount, 0)
  return { since: since.toISOString(), total, items: rows.map(present) }
}

function inWords<Name extends string>(
  locale: Locale,
  texts: Readonly<Record<Name, LocalizedText>>,
): Record<Name, string> {
  const entries = Object.entries<LocalizedText>(texts)
  return Object.fromEntries(entries.map(([name, text]) => [name, text[locale]])) as Record<
    Name,
    string
  >
}
