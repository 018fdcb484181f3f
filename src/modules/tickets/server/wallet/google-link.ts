import { importPKCS8, SignJWT } from 'jose'
import { tonesOf } from '#kernel/colour.ts'
import { localIso } from '#kernel/local-iso.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { coachOf, seatFactsOf } from '../documents/compose-printed.ts'
import { documentTexts } from '../documents/labels.ts'
import { typeName, type HeldTicket } from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { isTransferred } from '../transfer/holder.ts'
import type { GoogleSigner } from './signers.ts'
import type { WalletPass } from './store.ts'
import { googleTransitTypes, travelOf, type Travel, type TravelPart } from './travel.ts'

/** Longer links are unsafe, because some mobile browsers truncate them. */
const linkLengthMax = 1_800

/** A signed link to Google's page that adds a ticket to the caller's wallet; it contains the whole pass. */
export async function googleSaveLink(
  context: Context,
  signer: GoogleSigner,
  { pass, held }: { readonly pass: WalletPass; readonly held: HeldTicket },
): Promise<string> {
  // Long names fill the link: optional facts are dropped first; code, place and time stay.
  for (let extras = extrasMax; extras > 0; extras -= 1) {
    const long = await link(
      context,
      signer,
      payloadOf(googleContent(context, signer, { pass, held }, extras)),
    )
    if (long.length <= linkLengthMax) return long
  }
  return link(context, signer, payloadOf(googleContent(context, signer, { pass, held }, 0)))
}

/**
 * Ticket number, venue, kind of ticket, price; of a journey seat, way back, ticket number, vehicle: in this order, as
 * many as fit.
 */
export const extrasMax = 4

async function link(context: Context, signer: GoogleSigner, payload: object): Promise<string> {
  const key = await importPKCS8(signer.key, 'RS256')
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [context.origin],
    payload: { ...payload },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(signer.account)
    .setAudience('google')
    .setIssuedAt(Math.floor(context.clock.now().getTime() / 1000))
    .sign(key)
  return `${signer.saveUrl}/${token}`
}

/** A pass with its shared class. */
export interface GoogleContent {
  readonly kind: 'eventTicket' | 'transit'
  readonly common: { readonly id: string; readonly [field: string]: unknown }
  readonly own: { readonly id: string; readonly [field: string]: unknown }
}

export interface GooglePass {
  readonly pass: WalletPass
  readonly held: HeldTicket
}

function payloadOf({ kind, common, own }: GoogleContent): object {
  return { [`${kind}Classes`]: [common], [`${kind}Objects`]: [own] }
}

/** A transit ticket for journeys, an event ticket for other items; with `extras` of its optional facts. */
export function googleContent(
  context: Pick<Context, 'origin'>,
  signer: GoogleSigner,
  shown: GooglePass,
  extras: number,
): GoogleContent {
  const travel = travelOf(shown.held.subject)
  return travel
    ? transitContent(context, signer, { ...shown, travel }, extras)
    : eventContent(signer, shown, extras)
}

function transitContent(
  context: Pick<Context, 'origin'>,
  signer: GoogleSigner,
  { pass, held, travel }: GooglePass & { readonly travel: Travel },
  extras: number,
): GoogleContent {
  const { locale } = pass
  const { ticket, code, passenger, subject } = held
  const texts = documentTexts(locale)
  const transitType = googleTransitTypes[travel.mode ?? 'other']
  const classId = `${signer.issuerId}.${ticket.source}-${transitType.toLowerCase()}-${locale}`
  return {
    kind: 'transit',
    common: {
      id: classId,
      issuerName: texts('brand'),
      reviewStatus: 'UNDER_REVIEW',
      transitType,
      logo: { sourceUri: { uri: `${context.origin}/scan-192.png` } },
    },
    own: {
      id: `${signer.issuerId}.${pass.id}`,
      classId,
      state: 'ACTIVE',
      ...legsOf({ pass, held, travel }, extras),
      barcode: { type: subject.codeKind === 'aztec' ? 'AZTEC' : 'QR_CODE', value: code },
      ...(passenger
        ? { passengerNames: cut(`${passenger.givenName} ${passenger.familyName}`) }
        : {}),
      ...(ticket.bookingNumber === null
        ? {}
        : { purchaseDetails: { confirmationCode: ticket.bookingNumber } }),
      ...(extras > 2 ? { ticketNumber: held.printedNumber } : {}),
    },
  }
}

/** One way, or there and back; Google accepts one of the two fields. */
function legsOf({ pass, held, travel }: GooglePass & { readonly travel: Travel }, extras: number) {
  const { locale } = pass
  const { subject } = held
  const first = {
    ...legOf(travel, locale),
    ...(extras > 3 && subject.kind === 'journey' ? { carriage: cut(subject.vehicle[locale]) } : {}),
    ...(extras > 0 ? { ticketSeat: ticketSeat(held, locale) } : {}),
  }
  return travel.back && extras > 1
    ? { tripType: 'ROUND_TRIP', ticketLegs: [first, legOf(travel.back, locale)] }
    : { tripType: 'ONE_WAY', ticketLeg: first }
}

function legOf({ from, to }: TravelPart, locale: Locale) {
  const said = (value: string) => ({ defaultValue: { language: locale, value: cut(value) } })
  return {
    originName: said(from.name[locale]),
    destinationName: said(to.name[locale]),
    departureDateTime: localIso(from.at, from.timeZone),
    arrivalDateTime: localIso(to.at, to.timeZone),
    ...(from.platform ? { platform: from.platform } : {}),
  }
}

function datesOf({ startsAt, endsAt, doorsAt, timeZone }: TicketSubject) {
  return {
    start: localIso(startsAt, timeZone),
    ...(endsAt ? { end: localIso(endsAt, timeZone) } : {}),
    ...(doorsAt ? { doorsOpen: localIso(doorsAt, timeZone) } : {}),
  }
}

/** Coach and seat by their numbers, or in words how a passenger sits who has none. */
function ticketSeat(held: HeldTicket, locale: Locale) {
  const texts = documentTexts(locale)
  const { row, seat } = held.ticket
  const number = [row, seat].filter((part) => part !== null).join('-')
  const coach = coachOf(held, { locale, texts })
  if (number !== '') return { ...(coach ? { coach: coach.value } : {}), seat: number }
  const facts = seatFactsOf(held, { locale, texts })
  const value = cut(facts.map((fact) => fact.value).join(', '))
  return { seatAssignment: { defaultValue: { language: locale, value } } }
}

function eventContent(
  signer: GoogleSigner,
  { pass, held }: GooglePass,
  extras: number,
): GoogleContent {
  const { locale } = pass
  const { subject, ticket, line, order, code } = held
  const said = (value: string) => ({ defaultValue: { language: locale, value } })
  const classId = `${signer.issuerId}.${ticket.source}-${subject.itemId}-${locale}`
  const seat = seatFactsOf(held, { locale, texts: documentTexts(locale) })
  const { amount } = money(line.unitPriceMinor, order.currency)
  const venue = { name: said(subject.venue[locale]), address: said(subject.city[locale]) }
  const isPass = subject.kind === 'pass'
  return {
    kind: 'eventTicket',
    common: {
      id: classId,
      issuerName: documentTexts(locale)('brand'),
      reviewStatus: 'UNDER_REVIEW',
      eventName: said(extras > 0 ? subject.name[locale] : cut(subject.name[locale])),
      ...(isPass ? {} : { dateTime: datesOf(subject) }),
      ...(subject.colour ? { hexBackgroundColor: tonesOf(subject.colour).ground } : {}),
      ...(extras > 1 && !isPass ? { venue } : {}),
    },
    own: {
      id: `${signer.issuerId}.${pass.id}`,
      classId,
      state: 'ACTIVE',
      ...(isPass
        ? {
            validTimeInterval: {
              start: { date: localIso(subject.validFrom, subject.timeZone) },
              end: { date: localIso(subject.validUntil, subject.timeZone) },
            },
          }
        : {}),
      barcode: { type: 'QR_CODE', value: code },
      seatInfo: {
        seat: said(cut(seat.map(({ name, value }) => `${name} ${value}`).join(', '))),
      },
      ...(extras > 0 ? { ticketNumber: held.printedNumber } : {}),
      ...(extras > 2 ? { ticketType: said(typeName(held, locale)) } : {}),
      ...(extras > 3 && !isTransferred(ticket)
        ? { faceValue: { micros: `${amount * 10_000}`, currencyCode: order.currency } }
        : {}),
    },
  }
}

/** Maximum characters of a name in a short link. */
const nameLengthMax = 60

function cut(name: string): string {
  const letters = [...name]
  return letters.length <= nameLengthMax ? name : `${letters.slice(0, nameLengthMax - 1).join('')}…`
}
