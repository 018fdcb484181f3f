import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import {
  addWidgetOrigin,
  readWidget,
  removeWidgetOrigin,
  type WidgetView,
} from '../../widget-contract.ts'
import { WidgetCode } from '../widget/widget-code.tsx'
import { useTexts } from '../texts.ts'

/** Sites that may embed the widget, and the code to embed it. */
export default function WidgetPage() {
  const t = useTexts()
  const widget = useLoaded(readWidget, {})
  return (
    <>
      <title>{t('widgetTitle')}</title>
      <PageTitle look="office">{t('widgetTitle')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('widgetNote')}</p>
      <div className="mt-group">
        <LoadedPart of={widget}>{(read) => <Widget read={read} />}</LoadedPart>
      </div>
    </>
  )
}

function Widget({ read }: { read: WidgetView }) {
  const t = useTexts()
  const [view, setView] = useState(read)
  return (
    <div className="space-y-group">
      <Panel title={t('widgetSites')} note={t('widgetSitesNote')} look="ruled">
        {view.origins.length === 0 ? (
          <p className="text-soft">{t('widgetSitesNone')}</p>
        ) : (
          <ul className="divide-y divide-rule">
            {view.origins.map((site) => (
              <Site key={site.origin} site={site} onChanged={setView} />
            ))}
          </ul>
        )}
        <AddSite onChanged={setView} />
      </Panel>
      {view.shows.length === 0 ? (
        <EmptyState title={t('widgetNoShows')} />
      ) : (
        <WidgetCode shows={view.shows} />
      )}
    </div>
  )
}

interface ChangeProps {
  readonly onChanged: (view: WidgetView) => void
}

function Site({ site, onChanged }: ChangeProps & { readonly site: WidgetView['origins'][number] }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { origin, addedAt } = site
  const remove = () =>
    run(async () =>
      onChanged(await browserClient(locale).send(removeWidgetOrigin, { body: { origin } })),
    )
  return (
    <li className="flex flex-wrap items-center gap-x-group gap-y-tight py-near">
      <p className="min-w-0 grow">
        <span className="font-semibold break-all">{origin}</span>
        <span className="block text-note text-soft">
          {t('widgetSince', { at: formatDate(locale, addedAt, { year: true }) })}
        </span>
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="plain"
        aria-label={t('widgetRemoveNamed', { origin })}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void remove()}
      >
        {t('widgetRemove')}
      </Button>
    </li>
  )
}

function AddSite({ onChanged }: ChangeProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, refusal, isWaiting, reset } = useForm({
    initial: { origin: '' },
    call: addWidgetOrigin,
    refusedField: { WidgetOriginNotAllowed: 'origin' },
    async send(body) {
      onChanged(await browserClient(locale).send(addWidgetOrigin, { body }))
      reset()
    },
  })
  return (
    <form {...form} className="mt-near max-w-[42rem] space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('origin')}
        label={t('widgetSite')}
        hint={t('widgetSiteHint')}
        inputMode="url"
        autoComplete="off"
      />
      <SubmitBar look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('widgetAdd')}
      </SubmitBar>
    </form>
  )
}
