import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useSingleKeys } from '#design/data/single-keys.ts'
import { Switch } from '#design/parts/checkbox.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { listOfficeEvents } from '#modules/operator/contract.ts'
import { useTexts } from '#modules/operator/web/texts.ts'
import { operatorNav } from './nav.ts'

interface Place extends ComboboxOption {
  readonly path: string
  /** The query that the page runs immediately; never part of an address, because it may be a person's name. */
  readonly lookUp?: string
}

const eventsMax = 6

/** Opens any page or date, or searches for a person, by keyboard. */
export default function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [areSingleKeysOn, setSingleKeys] = useSingleKeys()
  const pages = operatorNav.map(({ path, label }): Place => {
    return { key: path, path, label: t(label), group: t('palettePages') }
  })

  async function suggest(text: string, signal: AbortSignal): Promise<readonly Place[]> {
    const typed = text.toLowerCase()
    const { events } = await browserClient(locale).send(
      listOfficeEvents,
      { query: { text, when: 'coming' } },
      { signal },
    )
    return [
      ...pages.filter(({ label }) => label.toLowerCase().includes(typed)),
      ...events.slice(0, eventsMax).map((event): Place => ({
        key: `event ${event.eventId}`,
        path: `/operator/events/${event.eventId}`,
        label: event.showName[locale],
        note: `${formatDateTime(locale, event.startsAt, event.timeZone)}, ${event.venueName[locale]}`,
        group: t('paletteDates'),
      })),
      {
        key: 'look-up',
        path: '/operator/orders',
        label: t('paletteLookUp', { text }),
        lookUp: text,
        group: t('paletteOrders'),
      },
    ]
  }

  function go(place: Place | null): void {
    if (!place) return
    onClose()
    void navigate(localizedPath(locale, place.path), { state: { lookUp: place.lookUp } })
  }

  return (
    <Dialog isOpen={isOpen} title={t('paletteTitle')} onClose={onClose}>
      <Combobox
        label={t('paletteField')}
        value={null}
        onChoose={go}
        suggest={suggest}
        start={pages}
        isCommand
        className="mt-near min-h-104"
      />
      <p className="mt-group text-note text-soft">{t('paletteKeys')}</p>
      <Switch
        label={t('paletteSingleKeys')}
        checked={areSingleKeysOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}
