import { createHash } from 'node:crypto'
import { tonesOf } from '#kernel/colour.ts'
import {
  dateParts,
  dayKey,
  formatDate,
  formatDateShort,
  formatMoney,
  formatTime,
  formatTimeBeside,
} from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { placeNounsOf } from '#kernel/place-naming.ts'
import type { JourneyStop } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { walletServicePath } from '../../wallet-contract.ts'
import { isTransferred } from '../transfer/holder.ts'
import { seatFactsOf } from '../documents/compose-printed.ts'
import { formatValidity, itemFacts } from '../documents/item-facts.ts'
import { documentTexts } from '../documents/labels.ts'
import type { TicketPorts } from '../ports.ts'
import { isGoods, typeName, useOfTicket, type HeldTicket } from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { passImages } from './images.ts'
import type { ShownPass } from './shown-pass.ts'
import type { AppleSigner } from './signers.ts'
import { appleTransitTypes, travelOf } from './travel.ts'

interface Field {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Notification text for a changed value; `%@` is the new value. */
  readonly changeMessage?: string
}

/** The fields of `pass.json` that we use. */
interface PassContent {
  readonly serialNumber: string
  readonly voided: boolean
  /** One of the three: the style of the pass. */
  readonly eventTicket?: PassFields
  readonly generic?: PassFields
  readonly boardingPass?: PassFields & {
    readonly transitType: (typeof appleTransitTypes)[keyof typeof appleTransitTypes]
  }
  readonly [name: string]: unknown
}

interface PassFields {
  readonly headerFields: readonly Field[]
  readonly primaryFields: readonly Field[]
  readonly secondaryFields: readonly Field[]
  readonly auxiliaryFields: readonly Field[]
  readonly backFields: readonly Field[]
}

/** How long a pass stays relevant after the start of an event without an end. */
const lengthMillisecondsDefault = 6 * 3_600_000

/** When the item of a pass is over. */
export function endOf({ startsAt, endsAt }: TicketSubject): Date {
  return endsAt ?? new Date(startsAt.getTime() + lengthMillisecondsDefault)
}

/** Current contents of a pass. Deterministic, so that a device downloads only changed passes. */
export async function applePassContent(
  context: Context,
  ports: TicketPorts,
  signer: AppleSigner,
  shown: ShownPass,
): Promise<PassContent> {
  const { pass, held } = shown
  const { locale } = pass
  const { subject, ticket, order, code } = held
  const texts = documentTexts(locale)
  const isValid = shown.void === null
  // A rotating code cannot be part of a stored pass.
  const message = isValid && held.rotating === null ? code : null
  return {
    formatVersion: 1,
    passTypeIdentifier: signer.passTypeId,
    teamIdentifier: signer.teamId,
    serialNumber: pass.id,
    organizationName: texts('brand'),
    description: texts('walletDescription', {
      use: useOfTicket(held),
      event: subject.name[locale],
    }),
    logoText: texts('brand'),
    foregroundColor: 'rgb(255, 255, 255)',
    ...coloursOf(subject),
    webServiceURL: context.origin + walletServicePath,
    authenticationToken: await ports.passTokens.token(context, pass.id),
    // Passes cannot be shared, because a copy contains the code; tickets are transferred or shared by link instead.
    sharingProhibited: true,
    voided: !isValid,
    expirationDate: endOf(subject).toISOString(),
    // A season pass has neither a day nor a place on which a phone would show it by itself.
    ...(subject.kind === 'pass'
      ? {}
      : {
          relevantDate: subject.startsAt.toISOString(),
          locations: [{ latitude: subject.latitude, longitude: subject.longitude }],
        }),
    // Only event tickets and boarding passes may be grouped.
    ...(isTransferred(ticket) || !isValid || subject.kind === 'pass'
      ? {}
      : { groupingIdentifier: order.orderNumber }),
    ...(message === null
      ? {}
      : {
          barcodes: [
            {
              format: subject.codeKind === 'aztec' ? 'PKBarcodeFormatAztec' : 'PKBarcodeFormatQR',
              message,
              messageEncoding: 'iso-8859-1',
              altText: held.printedNumber.replaceAll(/(.{5})(?=.)/g, '$1 '),
            },
          ],
        }),
    ...styleOf(context, shown),
  }
}

/** Colours of the poster, if known: white text is readable on each background. */
function coloursOf({ colour }: TicketSubject) {
  const tones = colour ? tonesOf(colour) : { label: '#f7d0db', ground: '#8a0e35' }
  return { labelColor: rgbText(tones.label), backgroundColor: rgbText(tones.ground) }
}

function rgbText(colour: string): string {
  return `rgb(${[...Buffer.from(colour.slice(1), 'hex')].join(', ')})`
}

/** A boarding pass for journeys, a general pass for season passes, an event ticket for other items. */
function styleOf(
  context: Pick<Context, 'origin'>,
  shown: ShownPass,
): Pick<PassContent, 'eventTicket' | 'boardingPass' | 'generic'> {
  const travel = travelOf(shown.held.subject)
  const fields = fieldsOf(context, shown)
  if (shown.held.subject.kind === 'pass') return { generic: fields }
  if (!travel) return { eventTicket: fields }
  const { locale } = shown.pass
  const texts = documentTexts(locale)
  const { passenger } = shown.held
  const state = fields.secondaryFields.filter(({ key }) => key === 'state')
  const traveller = passenger && `${passenger.givenName} ${passenger.familyName}`
  return {
    boardingPass: {
      ...fields,
      transitType: appleTransitTypes[travel.mode ?? 'other'],
      primaryFields: [
        stopField('from', travel.from, locale),
        stopField('to', travel.to, locale, travel.from),
      ],
      secondaryFields: [
        ...state,
        ...(traveller && shown.void === null
          ? [{ key: 'passenger', label: texts('passenger'), value: traveller }]
          : []),
        ...fields.secondaryFields.filter(({ key }) => key === 'starts'),
      ],
      auxiliaryFields:
        shown.void === null
          ? [...boardingFields(shown.held, locale), ...fields.auxiliaryFields]
          : fields.auxiliaryFields,
    },
  }
}

/** What is looked for at the station or airport: the vehicle and its platform, or flights and their booking number. */
function boardingFields({ subject, ticket }: HeldTicket, locale: Locale): Field[] {
  const texts = documentTexts(locale)
  const field = (key: string, label: string, value: string | null | undefined): Field[] =>
    value ? [{ key, label, value }] : []
  if (subject.kind === 'journey')
    return [
      ...field('vehicle', texts('vehicle'), subject.vehicle[locale]),
      ...field('platform', texts('platform'), subject.from.platform),
    ]
  if (subject.kind !== 'flight') return []
  const flights = subject.segments.map(({ flightNumber }) => flightNumber).join(', ')
  return [
    ...field('flight', texts('flight'), flights),
    ...field('booking', texts('bookingNumber'), ticket.bookingNumber),
  ]
}

/** The stop with its local time above it, and its day if it is another one; its code, if any, is drawn large. */
function stopField(
  key: string,
  { name, code, at, timeZone }: JourneyStop,
  locale: Locale,
  start?: JourneyStop,
): Field {
  const isLaterDay = start && dayKey(start.at, start.timeZone) !== dayKey(at, timeZone)
  const clock = formatTime(at, timeZone)
  const time = isLaterDay ? `${clock}, ${formatDateShort(locale, at, timeZone)}` : clock
  return code === null
    ? { key, label: time, value: name[locale] }
    : { key, label: `${name[locale]} ${time}`, value: code }
}

function fieldsOf(context: Pick<Context, 'origin'>, shown: ShownPass): PassFields {
  const { held, pass } = shown
  const { locale } = pass
  const { subject } = held
  const { timeZone, startsAt } = subject
  const texts = documentTexts(locale)
  const { day, month } = dateParts(locale, startsAt, timeZone)
  const when = `${formatDate(locale, startsAt, { timeZone, weekday: true })} · ${formatTime(startsAt, timeZone)}`
  const seats = seatFactsOf(held, { locale, texts }).map(({ name, value }, index) => ({
    key: `seat-${index}`,
    label: name,
    value,
  }))
  const notValid = (key: string): Field[] =>
    shown.void === null
      ? []
      : [
          {
            key,
            label: '',
            value: texts('walletVoid', { reason: shown.void, use: useOfTicket(held) }),
          },
        ]
  if (subject.kind === 'pass')
    return {
      headerFields: [],
      primaryFields: [{ key: 'event', label: texts('pass'), value: subject.name[locale] }],
      secondaryFields: [
        ...notValid('state'),
        { key: 'validity', label: texts('validity'), value: formatValidity(subject, locale) },
      ],
      auxiliaryFields: seats,
      backFields: shown.void === null ? backFieldsOf(context, shown) : notValid('why'),
    }
  return {
    headerFields: [{ key: 'day', label: formatTime(startsAt, timeZone), value: `${day} ${month}` }],
    primaryFields: [{ key: 'event', label: '', value: subject.name[locale] }],
    secondaryFields: [
      ...notValid('state'),
      { key: 'venue', label: texts('walletVenue'), value: subject.venue[locale] },
      {
        key: 'starts',
        label: texts('walletStarts'),
        value: when,
        changeMessage: texts('walletMoved'),
      },
    ],
    auxiliaryFields: seats,
    backFields: shown.void === null ? backFieldsOf(context, shown) : notValid('why'),
  }
}

function typeLabelOf(held: HeldTicket): 'goods' | 'baggage' | 'pass' | 'admission' {
  const use = useOfTicket(held)
  return use === 'goods' || use === 'baggage' || use === 'pass' ? use : 'admission'
}

/** Details on the back, for the holder only; a void pass omits them. */
function backFieldsOf(context: Pick<Context, 'origin'>, { held, pass }: ShownPass): Field[] {
  const { locale } = pass
  const { subject, ticket, order, line } = held
  const texts = documentTexts(locale)
  const { entrance } = placeNounsOf(line.detail.naming ?? {}, locale)
  const orderPath = localizedPath(locale, `/account/orders/${order.orderNumber}`)
  const { venue, address: street, city } = subject
  // A station's name may equal its address.
  const address = [...new Set([venue, street, city].map((text) => text[locale]))]
  const { doorsAt, startsAt: day, timeZone } = subject
  const doors =
    doorsAt && texts('doors', { time: formatTimeBeside(locale, doorsAt, { day, timeZone }) })
  const alerts = subject.alerts ?? []
  const fields: readonly (readonly [string, string, string | null | undefined])[] = [
    ...alerts.map(
      ({ header, text: says }, index) =>
        [`alert-${index}`, header[locale], says[locale] || header[locale]] as const,
    ),
    ['type', texts(typeLabelOf(held)), typeName(held, locale)],
    // A present does not tell its price.
    [
      'price',
      texts('price'),
      isTransferred(ticket)
        ? null
        : formatMoney(locale, money(line.unitPriceMinor, order.currency)),
    ],
    ...itemFacts(subject, { locale, texts }).map(
      ({ name, value }, index) => [`fact-${index}`, name, value] as const,
    ),
    [
      'address',
      texts('walletAddress'),
      // An airport has no address besides its name.
      subject.kind === 'pass' || subject.kind === 'flight'
        ? null
        : address.filter(Boolean).join(', '),
    ],
    ['doors', '', doors],
    ['entrance', texts('entrance'), entrance],
    ...held.extras.map(
      ({ label, value }, index) => [`extra-${index}`, label[locale], value[locale]] as const,
    ),
    [
      'age',
      '',
      subject.ageLimit > 0 && !isGoods(held) ? texts('age', { age: subject.ageLimit }) : null,
    ],
    ['booking', texts('bookingNumber'), ticket.bookingNumber],
    ['supplier-ticket', texts('supplierTicketNumber'), ticket.supplierTicketNumber],
    [
      'identifier',
      texts(ticket.supplierTicketNumber === null ? 'walletIdentifier' : 'walletCodeNumber'),
      held.printedNumber,
    ],
    // The order of a transferred ticket belongs to its buyer.
    ['order', texts('order'), isTransferred(ticket) ? null : order.orderNumber],
    [
      'page',
      texts('letterButton', { count: 1 }),
      isTransferred(ticket) ? null : context.origin + orderPath,
    ],
    [
      'rules',
      '',
      held.rotating ? texts('openOnPhone') : texts('atTheDoor', { use: useOfTicket(held) }),
    ],
  ]
  return fields.flatMap(([key, label, value]) => (value ? [{ key, label, value }] : []))
}

/** The pass as a file: pictures, content, the list of their digests, and the signature over that list. */
export async function signApplePass(
  signer: AppleSigner,
  content: PassContent,
  pictures: Readonly<Record<string, Buffer>> = {},
): Promise<Uint8Array> {
  // Loaded with the first pass, because most processes never sign one.
  const { PKPass } = await import('passkit-generator')
  const files = {
    ...(await passImages()),
    ...pictures,
    'pass.json': Buffer.from(JSON.stringify(content)),
  }
  const pass = new PKPass(files, {
    wwdr: signer.authority,
    signerCert: signer.certificate,
    signerKey: signer.key,
    ...(signer.passphrase === undefined ? {} : { signerKeyPassphrase: signer.passphrase }),
  })
  return pass.getAsBuffer()
}

/** Digest used to detect a changed pass: 8 bytes, base64url. */
export function contentMark(content: PassContent): string {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest()
  return digest.subarray(0, 8).toString('base64url')
}
