import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import {
  operatorPage,
  operatorPageDiscard,
  operatorPagePublish,
  operatorPageSave,
} from '../../pages-contract.ts'
import { pageStates } from '../page-states.ts'
import { BlockList } from '../parts/block-list.tsx'
import { EditionForm } from '../parts/edition-form.tsx'
import { PageFigures } from '../parts/page-figures.tsx'
import { useOfficeTexts } from '../texts.ts'

export function loader({ url, context, params }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const pageId = params['pageId'] ?? ''
  return signInFirst(calls, url, calls.send(operatorPage, { params: { pageId } }))
}

/** Editor of a campaign page: draft, preview, publication and statistics. */
export default function OfficePage() {
  const page = useLoaderData<typeof loader>()
  // A new version resets the editor, since it was saved or published elsewhere.
  return <Editor key={`${page.pageId} ${page.version}`} page={page} />
}

function Editor({ page }: { page: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { pageId, path, version, state, previewKey, publishAt, hasDraft } = page
  const [edition, setEdition] = useState(page.edition)
  const { run, isWaiting, refusal } = usePageWork()
  const isChanged = edition !== page.edition
  const params = { pageId }
  const client = browserClient(locale)
  const save = () =>
    run(() => client.send(operatorPageSave, { params, body: { version, edition } }))
  const publish = (moment: string | null) =>
    run(() => client.send(operatorPagePublish, { params, body: { version, at: moment } }))
  const discard = () => run(() => client.send(operatorPageDiscard, { params, body: { version } }))
  const address = localizedPath(locale, path)
  return (
    <>
      <title>{path}</title>
      <LeaveGuard isOn={isChanged} />
      <div className="flex flex-wrap items-center gap-near">
        <PageTitle look="office">{path}</PageTitle>
        <Badge tone={pageStates[state].tone}>{t(pageStates[state].label)}</Badge>
        {hasDraft && <span className="text-soft">{t('hasDraft')}</span>}
      </div>
      {publishAt !== null && (
        <p className="mt-1 text-soft">
          {t('statePlanned')}: <When at={publishAt} />
        </p>
      )}
      {refusal && (
        <div className="mt-4">
          <Notice>{refusal}</Notice>
        </div>
      )}
      <div className="sticky top-0 z-10 mt-4 flex flex-wrap items-center gap-near border-b border-rule bg-paper py-near">
        <Button isWaiting={isWaiting} waitingText={t('saving')} onClick={() => void save()}>
          {t('saveDraft')}
        </Button>
        <a
          href={`${address}?previewKey=${previewKey}`}
          target="_blank"
          rel="noreferrer"
          className="link"
        >
          {t('preview')}
        </a>
        {state === 'live' && (
          <a href={address} target="_blank" rel="noreferrer" className="link">
            {t('seePage')}
          </a>
        )}
        {isChanged && <span className="text-soft">{t('unsaved')}</span>}
      </div>
      <div className="mt-6 grid items-start gap-part desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-group">
          <EditionForm edition={edition} onChange={setEdition} />
          <BlockList
            blocks={edition.blocks}
            nameable={page}
            pressed={page.pressed}
            onChange={(blocks) => setEdition({ ...edition, blocks })}
          />
        </div>
        <div className="space-y-group">
          <PublishPanel page={page} isChanged={isChanged} onPublish={publish} onDiscard={discard} />
          <PageFigures days={page.days} />
        </div>
      </div>
    </>
  )
}

/** Publishes the draft now or at a time, or cancels its publication. */
function PublishPanel(props: {
  readonly page: ReturnType<typeof useLoaderData<typeof loader>>
  /** Whether there are unsaved changes. */
  readonly isChanged: boolean
  readonly onPublish: (at: string | null) => Promise<void>
  readonly onDiscard: () => Promise<void>
}) {
  const t = useOfficeTexts()
  const { page, isChanged, onPublish, onDiscard } = props
  const [at, setAt] = useState('')
  return (
    <Panel title={t('publish')}>
      <div className="space-y-near">
        <Button
          look="quiet"
          isWide
          aria-disabled={isChanged}
          onClick={() => !isChanged && void onPublish(null)}
        >
          {t('publishNow')}
        </Button>
        <DateField
          kind="datetime-local"
          label={t('publishAt')}
          value={at || fieldMoment(page.publishAt)}
          onChange={({ target }) => setAt(target.value)}
        />
        <Button
          look="quiet"
          isWide
          aria-disabled={isChanged || at === ''}
          onClick={() => !isChanged && at !== '' && void onPublish(instantOf(at))}
        >
          {t('publishLater')}
        </Button>
        {page.hasDraft && (
          <Button look="danger" isWide onClick={() => void onDiscard()}>
            {t('discard')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
