import type { ReplyOf } from '#contract/call.ts'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/texts.ts'
import type { showChoices } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'
import { pricesFor } from './prices-for.ts'
import type { DraftEditing } from './use-draft.ts'

export type Choices = ReplyOf<typeof showChoices>

/** Venue, seat plan, start of sale, and the maximum number of tickets per order. */
export function PlacePanel({ editing, choices }: { editing: DraftEditing; choices: Choices }) {
  const t = useTexts()
  const locale = useLocale()
  const { content, change, problemOf } = editing
  const venue = choices.venues.find(({ slug }) => slug === content.venue)
  const pickLayout = (layout: string) =>
    change({ ...content, layout, prices: pricesFor(choices, content, layout) }, 'layout')
  return (
    <Panel title={t('partPlace')} look="ruled">
      <div className="field-grid tablet:grid-cols-2">
        <Select
          name="venue"
          label={t('showVenue')}
          value={content.venue}
          error={problemOf('venue')}
          onChange={({ target }) =>
            change({ ...content, venue: target.value, layout: '' }, 'venue', 'layout')
          }
        >
          <option value="">{t('choose')}</option>
          {choices.venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          name="layout"
          label={t('showLayout')}
          hint={
            // A plan has a number of its own, which its name says.
            venue &&
            content.layout === '' &&
            t('showCapacity', { count: formatCount(locale, venue.capacity) })
          }
          value={content.layout}
          error={problemOf('layout')}
          disabled={!venue}
          onChange={({ target }) => pickLayout(target.value)}
        >
          <option value="">{t('showNoLayout')}</option>
          {venue?.layouts.map(({ key, name, capacity }) => (
            <option key={key} value={key}>
              {`${name} · ${formatCount(locale, capacity)}`}
            </option>
          ))}
        </Select>
        <DateField
          name="salesOpenAt"
          kind="datetime-local"
          label={t('showSalesOpen')}
          hint={t('showSalesOpenHint')}
          value={content.salesOpenAt}
          error={problemOf('salesOpenAt')}
          onChange={({ target }) =>
            change({ ...content, salesOpenAt: target.value }, 'salesOpenAt')
          }
        />
        <TextField
          name="perOrderMax"
          label={t('showPerOrder')}
          inputMode="numeric"
          value={content.perOrderMax}
          error={problemOf('perOrderMax')}
          onChange={({ target }) =>
            change({ ...content, perOrderMax: target.value }, 'perOrderMax')
          }
        />
      </div>
    </Panel>
  )
}
