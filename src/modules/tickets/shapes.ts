/** The shape of a ticket for those who may see it. */
import { z } from 'zod'
import { ticketStatus } from '#contract/enumerations.ts'
import { instant, moneyField, text } from '#contract/fields.ts'
import { soldItemView } from '#modules/orders/item-contract.ts'

export const ticketIdentifier = text(40, 1)

export const ticketStatusNames = Object.keys(ticketStatus) as [
  keyof typeof ticketStatus,
  ...(keyof typeof ticketStatus)[],
]

/** What a ticket is for, in the language of the request. */
export const ticketSubjectView = z.object({
  eventId: z.number().int(),
  /** Number of the category kind: 0 an event, 1 a film, 2 a journey. */
  eventType: z.number().int(),
  name: z.string(),
  venue: z.string(),
  city: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  startsAt: instant,
  doorsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** The platform cancelled it. */
  isCancelled: z.boolean(),
  /** When it was to be before it was moved, and until when all money comes back for that; null where it stands. */
  movedFrom: instant.nullable(),
  fullRefundUntil: instant.nullable(),
  ageLimit: z.number().int(),
  imageUrl: z.string().nullable(),
  /** Its page, without a locale prefix. */
  pagePath: z.string(),
})
export type TicketSubjectView = z.output<typeof ticketSubjectView>

export const seatFacts = {
  section: z.string().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  /** The place in words of its own, instead of the three; null where nothing is renamed. */
  placeName: z.string().nullable(),
}

const words = z.string().optional()
/** What a buyer was asked, and the answer; both in the language of the request. */
export const extraAnswer = z.object({ label: z.string(), value: z.string() })

/** What the three are called on this ticket, as it was sold; what is absent has its usual name. */
const namesView = z.object({
  section: words,
  row: words,
  seat: words,
  ticketType: words,
  /** The way in. */
  entrance: words,
  /** `placeName` says the place as a whole: section, row and seat are in it. */
  isWhole: z.boolean(),
})

/** What a holder's page makes the codes of the coming moments from, without asking again. */
const rotatingView = z.object({
  plainCode: z.string(),
  /** 32 bytes, base64url. */
  secret: z.string(),
  /** The server's time of this answer. */
  serverTime: instant,
})
export type RotatingView = z.output<typeof rotatingView>

/** Who travels, as far as a ticket tells: of a document only its last characters. */
const ticketPassengerView = z.object({
  name: z.string(),
  nameKa: z.string(),
  /** 0 adult, 1 child. */
  kind: z.number().int(),
  documentEnding: z.string().nullable(),
})

/** A ticket as its holder sees it. */
export const ticketView = z.object({
  ticketIdentifier: z.string(),
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.enum(ticketStatusNames),
  typeName: z.string(),
  ...seatFacts,
  names: namesView.nullable(),
  /** What the holder was asked and the ticket tells: a name, say. */
  extras: z.array(extraAnswer),
  /** Face price; the fees are the order's. */
  price: moneyField,
  issuedAt: instant,
  event: ticketSubjectView,
  /** What it is for, with the leg range it is good for. */
  item: soldItemView,
  /** Who travels on it; null for a ticket that bears no name. */
  passenger: ticketPassengerView.nullable(),
  /** Text of the QR code, of this moment where codes change; null for a ticket that opens no door any more. */
  code: z.string().nullable(),
  /** Null where the code stays. */
  rotating: rotatingView.nullable(),
  /** The holder's own note (`POST /v2/tickets/comment`); empty for anybody else. */
  comment: z.string(),
})
export type TicketView = z.output<typeof ticketView>

/** A QR code drawn as one SVG path in a box of `size` by `size` modules, without its quiet zone. */
export const qrView = z.object({ size: z.number().int(), path: z.string() })
export type QrView = z.output<typeof qrView>

/** A link that shows tickets or hands them over, as who made it sees it. */
export const shareView = z.object({
  shareId: z.string(),
  channel: z.enum(['link', 'email', 'phone']),
  handsOver: z.boolean(),
  /** Where it was sent, masked; null for a link to copy. */
  recipient: z.string().nullable(),
  /** Only of a link to copy: one that was sent is its receiver's. */
  url: z.string().nullable(),
  ticketShareToken: z.string().nullable(),
  ticketIdentifiers: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type ShareView = z.output<typeof shareView>

/** What concerns who holds a ticket, as far as the caller may know it. */
const handView = z.object({
  /** The caller holds the ticket and may do with it what its state allows. */
  isOwn: z.boolean(),
  /** It has opened the door; told to its holder and its buyer. */
  isUsed: z.boolean(),
  /** The holder's note, for them alone. */
  note: z.string(),
  /** For the buyer: who the ticket has passed to, masked; null while they hold it themselves. */
  passedTo: z.string().nullable(),
  /** Links to it that are open, for its holder; the newest first. */
  shares: z.array(shareView),
})

export const ticketCardView = ticketView.extend({
  /** Something beside the buyer was asked when it was bought. */
  hasDetails: z.boolean(),
  qr: qrView.nullable(),
  hand: handView,
})
export type TicketCardView = z.output<typeof ticketCardView>
