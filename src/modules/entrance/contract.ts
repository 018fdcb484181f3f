/**
 * Calls of the entrance: admission, once per ticket; the offline list of scanners and the upload of their scans;
 * counts. Called by organisers' staff; items of other organisers are not found.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, uuid, wholeNumber } from '#contract/fields.ts'
import { legCountMax } from '#kernel/legs.ts'
import { outcomes } from './outcomes.ts'

/** Scans of a device are numbered from 1, so that a log sent twice counts once. */
const sequence = wholeNumber(1, 2_147_483_647)

/** The default source of a device, and the source of the specified count calls. */
export const eventSourceName = 'event'

/** The item; older devices, which support only events, send `eventId`. */
const ofItem = {
  source: text(40, 1).default(eventSourceName),
  itemId: identifier.optional(),
  eventId: identifier.optional(),
}

const hasItem = ({ itemId, eventId }: { itemId?: number; eventId?: number }): boolean =>
  itemId !== undefined || eventId !== undefined

const itemMissing = { message: 'itemId is needed', path: ['itemId'] }

/** Legs of an offering at most, and so its last stop. */
const stop = wholeNumber(0, legCountMax)

const atDoor = {
  deviceId: uuid,
  ...ofItem,
  /** Stop of a journey where the device is used: leg n leaves stop n; absent: all stops. */
  stop: stop.optional(),
  /** Gate where the device is used; absent: any, for staff not assigned to gates. */
  gateId: identifier.optional(),
}

/** A question that was answered about a ticket, in the language of the request. */
const doorAnswer = z.object({ label: z.string(), value: z.string() })

/** The outcome of a scan, with the data that staff need. */
export const scanView = z.object({
  scanId: z.number().int(),
  sequence: z.number().int(),
  outcome: z.enum(outcomes),
  scannedAt: instant,
  ticket: z
    .object({
      ticketId: z.number().int(),
      /** The last five characters: enough to distinguish tickets, too few to forge one. */
      identifierEnding: z.string(),
      typeName: z.string(),
      section: z.string().nullable(),
      row: z.string().nullable(),
      seat: z.string().nullable(),
      placeName: z.string().nullable(),
    })
    .nullable(),
  /** Time and place of the admission: by this scan, or by the one that counts. */
  usedAt: instant.nullable(),
  usedGate: z.string().nullable(),
  /** Uses that a pass still has; null for a ticket of one entry. */
  usesLeft: z.number().int().nullable(),
  /** The item of the ticket, when it is another one. */
  otherEvent: z
    .object({
      name: z.string(),
      /** Of a pass, the end of its validity. */
      startsAt: instant,
      timeZone: z.string(),
      /** A pass, which pays for tickets or has an entrance of its own. */
      isPass: z.boolean(),
    })
    .nullable(),
  /** Boarding and leaving stop of its holder; null for items without stops. */
  journey: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The passenger; null for a ticket without a name. */
  passenger: z
    .object({
      name: z.string(),
      /** The last four characters of the document's number; null where none is required. */
      documentEnding: z.string().nullable(),
    })
    .nullable(),
  /** The visitor named by the holder, to be compared with a document. */
  person: z
    .object({
      fullName: z.string(),
      documentKind: z.enum(['personalNumber', 'passport']),
      /** The last four characters of its number. */
      documentEnding: z.string(),
    })
    .nullable(),
  /** Answers to the organiser's questions, when somebody is let in; long numbers by their last characters. */
  extras: z.array(doorAnswer),
})

export type ScanView = z.output<typeof scanView>

export const entranceScan = defineCall({
  id: 'own-entrance-scan',
  area: 'own',
  method: 'POST',
  path: '/v2/entrance/scan',
  summary: 'Lets the holder of a code in, once; the same device and sequence answer the same again',
  credential: 'merchant',
  staffPermission: 'door',
  required: ['body'],
  body: z
    .object({
      ...atDoor,
      sequence,
      /** Text of the code, or the printed identifier. */
      code: text(200, 1),
    })
    .refine(hasItem, itemMissing),
  reply: scanView,
  errors: ['NotFound'],
})

export const entranceSync = defineCall({
  id: 'own-entrance-sync',
  area: 'own',
  method: 'POST',
  path: '/v2/entrance/sync',
  summary:
    'What a device did without a network; of two who were let in with one ticket, the first counts',
  credential: 'merchant',
  staffPermission: 'door',
  required: ['body'],
  body: z
    .object({
      ...atDoor,
      /** The device’s time of sending, from which the error of its clock is calculated. */
      sentAt: instant,
      scans: z
        .array(
          z.object({
            sequence,
            /** By the device’s clock. */
            scannedAt: instant,
            outcome: z.enum(outcomes),
            /** From the code, whose signature the device has verified; absent when it was not one of our codes. */
            ticketId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
            issueNumber: wholeNumber(1, 65_535).optional(),
            /** The text that the device read, or what was typed; without it no use of a pass is taken. */
            code: text(200, 1).optional(),
          }),
        )
        .min(1)
        .max(200),
    })
    .refine(hasItem, itemMissing),
  reply: z.object({ scans: z.array(scanView) }),
  errors: ['NotFound'],
  bodyBytesMax: 256 * 1024,
})

export const entranceUndo = defineCall({
  id: 'own-entrance-undo',
  area: 'own',
  method: 'POST',
  path: '/v2/entrance/undo',
  summary: 'Takes a scan back, so that the ticket lets in again; managers and owners',
  credential: 'merchant',
  staffPermission: 'undo-scan',
  required: ['body'],
  body: z.object({ scanId: wholeNumber(1, Number.MAX_SAFE_INTEGER), reason: text(200, 1) }),
  reply: z.object({ undone: z.literal(true) }),
  errors: ['Forbidden', 'NotFound', 'ScanNotUndoable'],
})

/** A stop by its number, which is its place in the list. */
const doorStop = z.object({
  name: z.string(),
  code: z.string().nullable(),
  timeZone: z.string(),
  arrivesAt: instant.nullable(),
  departsAt: instant.nullable(),
})

const lineFields = [
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.union([z.literal(0), z.literal(1), z.literal(2)]),
  z.number().int(),
  z.string(),
  z.number().int(),
  z.number().int(),
] as const
const listLine = z.union([
  z.tuple(lineFields),
  z.tuple([...lineFields, z.number().int(), z.number().int()]),
])

export const entranceList = defineCall({
  id: 'own-entrance-list',
  area: 'own',
  method: 'GET',
  path: '/v2/entrance/list',
  summary:
    'The tickets of an item for a scanner to keep, or what has changed since a cursor; signed',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: z
    .object({
      ...ofItem,
      cursor: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional(),
    })
    .refine(hasItem, itemMissing),
  reply: z.object({
    source: z.string(),
    itemId: z.number().int(),
    isWhole: z.boolean(),
    cursor: z.string(),
    serverTime: instant,
    /**
     * Id, issue, type, valid (1), not (0) or without a place (2), used at (Unix seconds, 0 when not), digest of the printed identifier, first leg,
     * end of legs. Of a pass also: uses left, end of its own validity (Unix seconds, 0 for that of its item).
     */
    lines: z.array(listLine),
    /**
     * Answers to the organiser's questions about valid tickets of `lines`, without numbers of documents and phones. Not signed.
     * Absent in lists of older servers.
     */
    answers: z
      .array(z.object({ ticketId: z.number().int(), answers: z.array(doorAnswer) }))
      .optional(),
    /** Ed25519 over item, cursor, time and lines (`ticket-list.ts`), base64url. */
    signature: z.string(),
    signedBy: z.number().int(),
    /** Keys that codes are signed with, raw, base64url. */
    keys: z.array(z.object({ keyId: z.number().int(), publicKey: z.string() })),
    item: z.object({
      name: z.string(),
      venue: z.string(),
      timeZone: z.string(),
      startsAt: instant,
      /** Of a pass or an offer without a time, when its validity begins; `startsAt` is its end. Absent in older lists. */
      validFrom: instant.nullable().optional(),
      /** When doors open; null if unknown. Absent in lists stored by older devices. */
      doorsAt: instant.nullable().optional(),
      /** Nobody is admitted. Absent in lists stored by older devices. */
      isCancelled: z.boolean().optional(),
      /** Admissions so far with tickets of several uses; null for tickets of one entry. Absent in older lists. */
      admitted: z.number().int().nullable().optional(),
      /** Uses of a pass that was sold after the list was downloaded; null for tickets of one entry. Absent in older lists. */
      usesWhenNew: z.number().int().nullable().optional(),
      opensAt: instant,
      closesAt: instant,
      /** In the order of travel; empty for items without stops. */
      stops: z.array(doorStop.extend({ opensAt: instant, closesAt: instant })),
      /** Null while nothing of it has been sold. */
      offeringId: z.number().int().nullable(),
      /** Secret of its rotating codes, base64url; null for static codes. */
      rotatingSecret: z.string().nullable(),
    }),
  }),
  errors: ['NotFound'],
})

const logEntry = z.object({
  scanId: z.number().int(),
  deviceId: z.string(),
  sequence: z.number().int(),
  outcome: z.enum(outcomes),
  scannedAt: instant,
  gate: z.string().nullable(),
  staffName: z.string(),
  ticketId: z.number().int().nullable(),
  identifierEnding: z.string().nullable(),
  wasOffline: z.boolean(),
  isUndone: z.boolean(),
  /** Scanned when nobody is checked in: a conflict then, and the ticket stays unused. */
  isOutsideHours: z.boolean(),
  /** For a conflict: time and place of the admission that counts. */
  against: z.object({ scannedAt: instant, gate: z.string().nullable() }).nullable(),
})

export type EntranceLogEntry = z.output<typeof logEntry>

export const entranceLog = defineCall({
  id: 'own-entrance-log',
  area: 'own',
  method: 'GET',
  path: '/v2/entrance/log',
  summary: 'The last scans of an item, its conflicts, and how many each gate or stop has let in',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: z.object(ofItem).refine(hasItem, itemMissing),
  reply: z.object({
    newest: z.array(logEntry),
    conflicts: z.array(logEntry),
    gates: z.array(z.object({ gate: z.string().nullable(), admitted: z.number().int() })),
  }),
  errors: ['NotFound'],
})

export const doorItemView = z.object({
  source: z.string(),
  itemId: z.number().int(),
  name: z.string(),
  venue: z.string(),
  timeZone: z.string(),
  /** Of an item without a time of its own, the end of its validity. */
  startsAt: instant,
  /** Null for what is on at one time; the beginning of the validity of a pass or an offer. */
  validFrom: instant.nullable(),
  /** Number of people admitted; of a pass, of its uses at the door. */
  admitted: z.number().int(),
  /** In the order of travel; empty for items without stops. */
  stops: z.array(doorStop),
  /** Ticket types by id. */
  ticketTypes: z.array(z.object({ ticketTypeId: z.number().int(), name: z.string() })),
  /** Gates where the caller may work. */
  gates: z.array(
    z.object({
      gateId: z.number().int(),
      name: z.string(),
      /** Null for all. */
      ticketTypeIds: z.array(z.number().int()).nullable(),
      stop: z.number().int().nullable(),
    }),
  ),
})

export type DoorItemView = z.output<typeof doorItemView>

export const entranceItems = defineCall({
  id: 'own-entrance-items',
  area: 'own',
  method: 'GET',
  path: '/v2/entrance/items',
  summary: 'Everything of the organiser that is not over and that the caller may scan tickets of',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  reply: z.object({ items: z.array(doorItemView) }),
})

const passengerLine = z.object({
  ticketId: z.number().int(),
  identifierEnding: z.string(),
  typeName: z.string(),
  /** Section, row and seat, or the name of the place; null where places have no numbers. */
  place: z.string().nullable(),
  /** Null for a ticket without a name. */
  name: z.string().nullable(),
  /** Null for items without stops. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** When they boarded; null before. */
  usedAt: instant.nullable(),
})

export type PassengerLine = z.output<typeof passengerLine>

export const entrancePassengers = defineCall({
  id: 'own-entrance-passengers',
  area: 'own',
  method: 'GET',
  path: '/v2/entrance/passengers',
  summary: 'Who gets on and off at a stop of a journey, and who should have got on or off before',
  credential: 'merchant',
  staffPermission: 'door',
  required: ['itemId'],
  /** Without a stop, all admitted people at any stop. */
  query: z.object({ source: ofItem.source, itemId: identifier, stop: stop.optional() }),
  reply: z.object({
    /** Valid tickets that begin here. */
    boarding: z.array(passengerLine),
    /** Those who are on board and whose tickets end here. */
    alighting: z.array(passengerLine),
    /** Passengers who missed an earlier departure and whose journey continues from here. */
    overdue: z.array(passengerLine),
    /** Passengers who should have left before here: their seats may be sold to others. */
    past: z.array(passengerLine),
  }),
  errors: ['NotFound'],
})
