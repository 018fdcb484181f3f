import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { Riders } from '#design/parts/riders.tsx'
import { useLocale } from '#design/texts.tsx'
import type { GalleryWords } from './words.ts'

const cities: Readonly<Record<'ka' | 'en', readonly string[]>> = {
  ka: ['თბილისი', 'ბათუმი', 'ქუთაისი', 'ბორჯომი', 'თელავი', 'ზუგდიდი'],
  en: ['Tbilisi', 'Batumi', 'Kutaisi', 'Borjomi', 'Telavi', 'Zugdidi'],
}

const days = Array.from({ length: 14 }, (_, index) => ({
  date: `2026-12-${String(index + 1).padStart(2, '0')}`,
  price:
    index % 5 === 3 ? null : { amount: 2500 + ((index * 700) % 2100), currency: 'GEL' as const },
}))

/** Components of the journey search. */
export function Travel({ words }: { words: GalleryWords }) {
  const locale = useLocale()
  const [city, setCity] = useState<ComboboxOption | null>(null)
  const [date, setDate] = useState('2026-12-05')
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({ adult: 2 })
  const options = cities[locale].map((label) => ({ key: label, label, note: words.option }))
  const suggest = (text: string): Promise<readonly ComboboxOption[]> =>
    text === '!'
      ? Promise.reject(new Error('offline'))
      : Promise.resolve(
          options.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase())),
        )
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="gallery-stack">
      <div className="gallery-grid">
        <Combobox
          label={words.city}
          value={city}
          onChoose={setCity}
          suggest={suggest}
          start={options.slice(0, 2).map((one) => ({ ...one, group: words.state }))}
          name="kit-city"
        />
        <Combobox
          label={words.city}
          hint={words.hint}
          error={words.error}
          value={options[0] ?? null}
          onChoose={() => undefined}
          suggest={suggest}
        />
        <Riders
          label={words.who}
          summary={`${words.option}: ${total}`}
          kinds={[
            { code: 'adult', label: words.option, note: words.hint, min: 1 },
            { code: 'student', label: words.other },
          ]}
          counts={counts}
          max={4}
          doneLabel={words.close}
          lessLabel={(label) => `${label}: ${words.less}`}
          moreLabel={(label) => `${label}: ${words.more}`}
          onChange={setCounts}
        />
      </div>
      <DateStrip
        label={words.date}
        days={days.map((day) => ({ ...day, note: day.price ? undefined : words.state }))}
        date={date}
        pathOf={(next) => `/dev/kit?date=${next}`}
        lowestLabel={words.price}
      />
      <output>{city?.label ?? ''}</output>
      <Button look="quiet" onClick={() => setDate('2026-12-09')}>
        {words.date}
      </Button>
    </div>
  )
}
