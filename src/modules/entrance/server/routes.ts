import { sign } from 'node:crypto'
import { toBase64Url } from '#kernel/base64url.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { fail, ok } from '#kernel/result.ts'
import { rawPublicKey, type TicketPorts } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { listBytes } from '../ticket-list.ts'
import { syncScans } from './commands/sync-scans.ts'
import { undoScan } from './commands/undo-scan.ts'
import { useTicket } from './commands/use-ticket.ts'
import { presentScan } from './present.ts'
import { countByDepartment, countByEvent, countByRegion } from './queries/entrance-counts.ts'
import { readEntranceLog } from './queries/entrance-log.ts'
import { readTicketList } from './queries/ticket-list.ts'
import { createCheckInSessions, type CheckInSession } from './check-in-session.ts'

export function entranceRoutes(ports: TicketPorts): readonly Implementation[] {
  const findStand = createCheckInSessions(ports)
  return [
    implement(calls.entranceScan, async (context, { body }) => {
      const session = await findStand(context, body)
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
    implement(calls.entranceSync, async (context, { body }) => {
      const session = await findStand(context, body)
      if (!session.ok) return session
      const { deviceId, sentAt, scans } = body
      const settled = await syncScans(context, { deviceId, sentAt, scans, session: session.value })
      const views = settled.map((scan) => presentScan(context, ports, session.value, scan))
      return ok({ scans: await Promise.all(views) })
    }),
    implement(calls.entranceUndo, (context, { body }) => undoScan(context, body)),
    implement(calls.entranceList, async (context, { query }) => {
      const session = await findStand(context, { eventId: query.eventId })
      if (!session.ok) return session
      return signedList(context, ports, session.value, query.cursor)
    }),
    implement(calls.entranceLog, async (context, { query }) => {
      const session = await findStand(context, { eventId: query.eventId })
      return session.ok ? ok(await readEntranceLog(context, query.eventId)) : session
    }),
    implement(calls.presentationEntranceCount, async (context) =>
      ok(
        counted(await countByEvent(context), ({ name, venue, startsAt, ...row }) => ({
          ...row,
          ...inWords(context.locale, { name, venue }),
          startsAt: startsAt.toISOString(),
        })),
      ),
    ),
    implement(calls.presentationDepartmentEntranceCount, async (context) =>
      ok(
        counted(await countByDepartment(context), ({ venue, department, ...row }) => ({
          ...row,
          ...inWords(context.locale, { venue }),
          department: department?.[context.locale] ?? null,
        })),
      ),
    ),
    implement(calls.presentationRegionEntranceCount, async (context) =>
      ok(
        counted(await countByRegion(context), ({ region, ...row }) => ({
          ...row,
          ...inWords(context.locale, { region }),
        })),
      ),
    ),
  ]
}

async function signedList(
  context: Context,
  ports: TicketPorts,
  { event, subject, opensAt, closesAt }: CheckInSession,
  since: string | undefined,
) {
  const { eventId } = event
  const list = await readTicketList(context, eventId, since)
  if (list.offeringId === null) return fail('NotFound')
  const { cursor, isWhole, lines, offeringId } = list
  const serverTime = context.clock.now().toISOString()
  const key = await ports.signingKeys.current(context)
  const keys = await ports.signingKeys.all(context)
  const bytes = listBytes({ eventId, isWhole, cursor, serverTime, lines })
  return ok({
    eventId,
    isWhole,
    cursor,
    serverTime,
    lines: lines.map((line): [number, number, number, 0 | 1, number, string] => [...line]),
    signature: toBase64Url(sign(null, bytes, key.privateKey)),
    signedBy: key.id,
    keys: [...keys].map(([keyId, publicKey]) => ({
      keyId,
      publicKey: toBase64Url(rawPublicKey(publicKey)),
    })),
    event: {
      ...inWords(context.locale, { name: subject.name, venue: subject.venue }),
      timeZone: event.timeZone,
      startsAt: event.startsAt.toISOString(),
      opensAt: opensAt.toISOString(),
      closesAt: closesAt.toISOString(),
      offeringId,
      rotatingSecret: subject.rotatesCodes
        ? toBase64Url(await ports.rotatingKeys.secretOf(context, offeringId))
        : null,
    },
  })
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
