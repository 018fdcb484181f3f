/** A ticket as shown to those who may see it. */
import { z } from 'zod'
import { ticketStatus } from '#contract/enumerations.ts'
import { instant, moneyField, text } from '#contract/fields.ts'
import { soldItemView } from '#modules/orders/item-contract.ts'

/** Identifiers are read out and typed; they have upper-case letters only. */
export const ticketIdentifier = text(40, 1).toUpperCase()

export const ticketStatusNames = Object.keys(ticketStatus) as [
  keyof typeof ticketStatus,
  ...(keyof typeof ticketStatus)[],
]

/** The item of a ticket, in the language of the request. */
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
  /** Whether the platform cancelled it. */
  isCancelled: z.boolean(),
  /** The departure runs, and the seller has no place left for this ticket. */
  isWithoutPlace: z.boolean(),
  /** The original time of a rescheduled item and the end of the full-refund period; null when unchanged. */
  movedFrom: instant.nullable(),
  fullRefundUntil: instant.nullable(),
  ageLimit: z.number().int(),
  imageUrl: z.string().nullable(),
  /** Its page, without a locale prefix. */
  pagePath: z.string(),
  /** How its tickets are used, which determines the wording of pages. */
  use: z.enum(['visit', 'journey', 'flight']),
})
export type TicketSubjectView = z.output<typeof ticketSubjectView>

export const seatFacts = {
  section: z.string().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  /** The renamed place, instead of section, row and seat; null when nothing is renamed. */
  placeName: z.string().nullable(),
}

const words = z.string().optional()
/** A field and its answer, in the language of the request. */
export const extraAnswer = z.object({ label: z.string(), value: z.string() })

/** An answer given at checkout with the ticket that it is about; null for the whole order. */
export const placedAnswer = extraAnswer.extend({ place: z.string().nullable() })

/** Nouns for section, row and seat as of the sale; absent ones have their default. */
const namesView = z.object({
  section: words,
  row: words,
  seat: words,
  ticketType: words,
  /** The entrance. */
  entrance: words,
  /** `placeName` is the complete place, including section, row and seat. */
  isWhole: z.boolean(),
  /** Seats on several vehicles, as on the flights of a trip; each is shown by itself. */
  seats: z.array(
    z.object({
      vehicle: z.string(),
      /** Null if none was chosen: it is assigned at check-in. */
      seat: z.string().nullable(),
    }),
  ),
})

/** Parameters from which the holder's page generates the next codes without a request. */
const rotatingView = z.object({
  plainCode: z.string(),
  /** 32 bytes, base64url. */
  secret: z.string(),
  /** The server's time of this answer. */
  serverTime: instant,
})
export type RotatingView = z.output<typeof rotatingView>

/** The passenger as printed on a ticket: only the last characters of a document. */
const ticketPassengerView = z.object({
  name: z.string(),
  nameKa: z.string(),
  /** 0 adult, 1 child. */
  kind: z.number().int(),
  documentEnding: z.string().nullable(),
  /** The conductor may ask for proof of the age that the price is for. */
  provesAge: z.literal(true).optional(),
})

/** A ticket as its holder sees it. */
export const ticketView = z.object({
  ticketIdentifier: z.string(),
  /** The number under the code, which staff type where no code can be read; it changes with the code. */
  printedNumber: z.string(),
  /** Of its buyer's order; empty for anybody else, such as the receiver of a present. */
  orderNumber: z.string(),
  status: z.number().int(),
  statusName: z.enum(ticketStatusNames),
  typeName: z.string(),
  /** Goods collected for the code, which admits nobody. */
  isGoods: z.boolean(),
  /** A piece of baggage of a passenger. */
  isBaggage: z.boolean(),
  ...seatFacts,
  names: namesView.nullable(),
  /** Answers of the holder that are printed on the ticket, such as a name. */
  extras: z.array(extraAnswer),
  /** Face price, for its buyer; the fees are the order's. Null for anybody else: a present does not tell its price. */
  price: moneyField.nullable(),
  issuedAt: instant,
  event: ticketSubjectView,
  /** The item, with the leg range of the ticket. */
  item: soldItemView,
  /** The passenger; null for a ticket without a name. */
  passenger: ticketPassengerView.nullable(),
  /** Announcements of its carrier for the time of use. */
  alerts: z.array(z.object({ header: z.string(), text: z.string(), url: z.string().nullable() })),
  /** Identifiers of an outside supplier; null for places of our own. */
  reference: z
    .object({ bookingNumber: z.string(), ticketNumber: z.string().nullable() })
    .nullable(),
  /** Text of the QR code, the current one for rotating codes; null for a ticket that is no longer valid. */
  code: z.string().nullable(),
  /** Null for a static code. */
  rotating: rotatingView.nullable(),
  /** The holder's own note (`POST /v2/tickets/comment`); empty for anybody else. */
  comment: z.string(),
})
export type TicketView = z.output<typeof ticketView>

/** A QR code drawn as one SVG path in a box of `size` by `size` modules, without its quiet zone. */
export const qrView = z.object({ size: z.number().int(), path: z.string() })
export type QrView = z.output<typeof qrView>

/** A link that shows or transfers tickets, as its creator sees it. */
export const shareView = z.object({
  shareId: z.string(),
  channel: z.enum(['link', 'email', 'phone']),
  handsOver: z.boolean(),
  /** The link by which a receiver without an account opens the tickets on other devices. */
  keeps: z.boolean(),
  /** Where it was sent, masked; null for a link to copy. */
  recipient: z.string().nullable(),
  /** Only for a link to copy: a sent link is visible to its receiver only. */
  url: z.string().nullable(),
  ticketShareToken: z.string().nullable(),
  ticketIdentifiers: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type ShareView = z.output<typeof shareView>

/** Data about the holder of a ticket that the caller may see. */
const handView = z.object({
  /** Whether the caller holds the ticket and may use the actions its state allows. */
  isOwn: z.boolean(),
  /** Used for admission; shown to holder and buyer. */
  isUsed: z.boolean(),
  /** For its holder: what is left of a ticket with several uses, such as a pass; null for any other. */
  usesLeft: z.number().int().nullable(),
  /** Whether the vertical allows a transfer; showing it by a link is always possible. */
  mayPassOn: z.boolean(),
  /** For the buyer who holds it: whether its terms allow changing the passenger. */
  mayRename: z.boolean(),
  /** For the buyer who holds it: the page where it can be changed, without a locale prefix; null when it cannot be. */
  changePath: z.string().nullable(),
  /** The holder's note, for them alone. */
  note: z.string(),
  /** For the buyer: the receiver of the ticket, masked; null while the buyer holds it. */
  passedTo: z.string().nullable(),
  /** Links to it that are open, for its holder; the newest first. */
  shares: z.array(shareView),
})

export const ticketCardView = ticketView.extend({
  /** The purchase included fields besides the buyer's own. */
  hasDetails: z.boolean(),
  qr: qrView.nullable(),
  hand: handView,
})
export type TicketCardView = z.output<typeof ticketCardView>
