import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { focusInvalid } from '#design/forms/focus-invalid.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { findPlaces } from '../../contract.ts'
import { nothingChosen, searchPath, type RiderCounts, type SearchAddress } from '../address.ts'
import { useTexts } from '../texts.ts'
import { RidersField, useStart } from './search-form.tsx'

/** Search form for a trip to an event: origin and passengers; destination and times are given by the event. */
export function EventTripForm({ trip }: { trip: Partial<SearchAddress> }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [from, setFrom] = useState<ComboboxOption | null>(null)
  const [riders, setRiders] = useState<RiderCounts>(nothingChosen.riders)
  const start = useStart([])
  const { form, problemOf, change } = useForm({
    initial: { from: '' },
    check: () => ({ from: from ? null : t('placeMissing') }),
    async send() {
      if (!from) return
      const path = searchPath(null, { ...nothingChosen, ...trip, from: from.key, riders })
      await navigate(localizedPath(locale, path))
    },
  })
  const suggest = async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
    const found = await browserClient(locale).send(
      findPlaces,
      { query: { query: text } },
      { signal },
    )
    return found.places.map(({ placeCode, name }) => ({
      key: placeCode,
      label: name,
      sign: <MapPin size={18} />,
    }))
  }
  return (
    <form
      {...form}
      onSubmit={(event) => {
        form.onSubmit(event)
        focusInvalid(event.currentTarget)
      }}
      className="grid gap-group tablet:grid-cols-[2fr_1fr_auto] tablet:items-start"
    >
      <Combobox
        label={t('from')}
        name="from"
        placeholder={t('placePlaceholder')}
        value={from}
        onChoose={(option) => {
          setFrom(option)
          change({ from: option?.key ?? '' })
        }}
        suggest={suggest}
        start={start}
        error={problemOf('from')}
      />
      <RidersField riders={riders} onChange={setRiders} />
      <Button type="submit" className="tablet:mt-[1.875rem]">
        {t('search')}
      </Button>
    </form>
  )
}
