import { useLocale } from '#design/texts.tsx'
import { templateText } from '#kernel/place-naming.ts'
import { useTexts } from '../texts.ts'

type Settings = Readonly<Record<string, unknown>>

/** Names of ticket types by id. */
export type TicketTypeNames = ReadonlyMap<number, string>

interface RulePreviewProps {
  readonly kind: string
  readonly settings: unknown
  readonly ticketTypes: TicketTypeNames
}

/** Describes a rule in a sentence; the server validates it. */
export function RulePreview({ kind, settings, ticketTypes }: RulePreviewProps) {
  const sentence = useSentence(kind, recordOf(settings), ticketTypes)
  return sentence === '' ? null : <p className="mt-1">{sentence}</p>
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

function useSentence(kind: string, settings: Settings, ticketTypes: TicketTypeNames): string {
  const t = useTexts()
  const locale = useLocale()
  if (kind === 'hidden-weekdays') {
    const names = listOf(settings['weekdays']).flatMap((day) => {
      const key = days[Number(day) - 1]
      return key ? [t(key)] : []
    })
    return names.length > 0 ? t('saysHidden', { days: names.join(', ') }) : ''
  }
  if (kind === 'ticket-type-groups') {
    const groups = listOf(settings['exclusive']).map((group) =>
      t('saysExclusive', { types: namesOf(group, ticketTypes) }),
    )
    return [...(settings['isOneEach'] === true ? [t('saysOneEach')] : []), ...groups].join('; ')
  }
  if (kind === 'access-code') {
    if (settings['keeps'] === 'everything') return t('saysEverything')
    const types = namesOf(settings['ticketTypeIds'], ticketTypes)
    const counts = (
      [
        ['saysZones', 'zones'],
        ['saysSections', 'sectionIds'],
        ['saysPlaces', 'placeIds'],
      ] as const
    ).flatMap(([says, name]) => {
      const count = listOf(settings[name]).length
      return count > 0 ? [t(says, { count })] : []
    })
    const parts = [types === '' ? '' : t('saysTypes', { types }), ...counts].filter(Boolean)
    return t('saysParts', { parts: parts.join(', ') })
  }
  if (kind === 'extra-fields') {
    const labels = (per: string) =>
      listOf(settings['fields'])
        .map(recordOf)
        .filter((field) => field['per'] === per)
        .map((field) => textOf(recordOf(field['label'])[locale]))
        .join(', ')
    const [perTicket, perOrder] = [labels('ticket'), labels('order')]
    return [
      perTicket === '' ? '' : t('saysAskedPerTicket', { fields: perTicket }),
      perOrder === '' ? '' : t('saysAskedPerOrder', { fields: perOrder }),
    ]
      .filter(Boolean)
      .join(' ')
  }
  if (kind === 'buyer-checks') {
    const most = Number(settings['ticketsPerPersonMax'] ?? 0)
    return [
      settings['phone'] === true ? t('saysPhoneCode') : '',
      most > 0 ? t('saysPerPerson', { most }) : '',
    ]
      .filter(Boolean)
      .join(' ')
  }
  if (kind === 'custom-ticket-naming') {
    const placeNoun = (name: string) => textOf(recordOf(settings[name])[locale])
    const place = formatPlace(placeNoun)
    const entrance = placeNoun('entrance')
    const type = placeNoun('ticketType')
    return [
      place === '' ? '' : t('saysPlace', { place }),
      type === '' ? '' : t('saysType', { type }),
      entrance === '' ? '' : t('saysEntrance', { entrance }),
    ]
      .filter(Boolean)
      .join(' ')
  }
  if (kind === 'given-tickets')
    return settings['areSoldAgain'] === true ? t('saysGivenSold') : t('saysGivenKept')
  if (kind === 'rotating-codes')
    return settings['isOn'] === true ? t('saysRotating') : t('saysNotRotating')
  if (kind === 'flight-promotion') {
    const label = textOf(recordOf(settings['label'])[locale])
    const [from, to] = [textOf(settings['fromAirport']), textOf(settings['toAirport'])]
    return to === '' ? '' : t('saysFlights', { label, from, to })
  }
  if (kind === 'transit') {
    const label = textOf(recordOf(settings['label'])[locale])
    const to = textOf(settings['url']) || textOf(settings['showSlug'])
    return to === '' ? '' : t('saysTransit', { label, to })
  }
  return ''
}

/** Names of ticket types, each once: a type of a show has a number on each date. Unknown ones are shown as their id. */
function namesOf(ids: unknown, names: TicketTypeNames): string {
  const named = listOf(ids).map((id) => names.get(Number(id)) ?? `№ ${String(id)}`)
  return [...new Set(named)].join(', ')
}

/** Example of the place format for row 3, seat 12 (or table 3). */
function formatPlace(placeNoun: (name: string) => string): string {
  const parts = { section: 'A', row: '3', seat: '12', table: '3' }
  const whole = templateText({ place: placeNoun('place') || undefined }, parts)
  if (whole !== null) return whole
  return (['section', 'row', 'seat', 'table'] as const)
    .flatMap((part) => (placeNoun(part) === '' ? [] : [`${placeNoun(part)} ${parts[part]}`]))
    .join(' · ')
}

function recordOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
