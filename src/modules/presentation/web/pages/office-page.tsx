import { useId, useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { operatorPage } from '../../pages-contract.ts'
import { pageStates } from '../page-states.ts'
import { BlockList } from '../parts/block-list.tsx'
import { EditionForm } from '../parts/edition-form.tsx'
import { RefusalNotice } from '../parts/front-frame.tsx'
import { PageFigures } from '../parts/page-figures.tsx'
import { useOfficeTexts } from '../texts.ts'
import { usePageEditor } from '../use-page-editor.ts'
import { FieldProblems } from '../use-value-form.tsx'

export function loader({ url, context, params }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const pageId = params['pageId'] ?? ''
  return signInFirst(calls, url, calls.send(operatorPage, { params: { pageId } }))
}

interface PageProps {
  readonly page: ReturnType<typeof useLoaderData<typeof loader>>
}

/** Editor of a campaign page: draft, preview, publication and statistics. */
export default function OfficePage() {
  const page = useLoaderData<typeof loader>()
  return <Editor key={page.pageId} page={page} />
}

function Editor({ page }: PageProps) {
  const t = useOfficeTexts()
  const formId = useId()
  const {
    element,
    value: edition,
    set,
    change,
    problemAt,
    refusedPaths,
    ...editor
  } = usePageEditor(page)
  const { isChanged, isSaved, isWaiting, refusal, isOutdated } = editor
  return (
    <>
      <LeaveGuard isOn={isChanged} />
      <PageHead page={page} />
      {refusal && (
        <div className="mt-4">
          <RefusalNotice refusal={refusal} isOutdated={isOutdated} openNewer={editor.openNewer} />
        </div>
      )}
      <div className="sticky top-0 z-10 mt-4 flex flex-wrap items-center gap-near border-b border-rule bg-paper py-near">
        <Button type="submit" form={formId} isWaiting={isWaiting} waitingText={t('saving')}>
          {t('saveDraft')}
        </Button>
        <PageLinks page={page} />
        {isChanged && <span className="text-soft">{t('unsaved')}</span>}
        <output className="text-good">{isSaved && t('saved')}</output>
      </div>
      <div className="mt-6 grid items-start gap-part desk:grid-cols-[minmax(0,1fr)_20rem]">
        <form
          id={formId}
          ref={element}
          noValidate
          className="space-y-group"
          onSubmit={(event) => {
            event.preventDefault()
            void editor.save()
          }}
        >
          <FieldProblems problemAt={problemAt}>
            <EditionForm edition={edition} onChange={set} />
            <BlockList
              blocks={edition.blocks}
              nameable={page}
              refusedPaths={refusedPaths}
              pressed={page.pressed}
              onChange={(blocks) => change({ blocks })}
            />
          </FieldProblems>
        </form>
        <div className="space-y-group">
          <PublishPanel
            page={page}
            isChanged={isChanged}
            isWaiting={isWaiting}
            onPublish={editor.publish}
            onDiscard={editor.discard}
          />
          <PageFigures days={page.days} />
        </div>
      </div>
    </>
  )
}

/** Address, state and planned publication. */
function PageHead({ page }: PageProps) {
  const t = useOfficeTexts()
  const { path, state, hasDraft, publishAt } = page
  return (
    <>
      <title>{path}</title>
      <p>
        <LocalLink to="/operator/pages" className="link inline-flex min-h-11 items-center">
          {t('pagesTitle')}
        </LocalLink>
      </p>
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
    </>
  )
}

/** Links to the draft and to the published page. */
function PageLinks({ page }: PageProps) {
  const t = useOfficeTexts()
  const address = localizedPath(useLocale(), page.path)
  return (
    <>
      <a
        href={`${address}?previewKey=${page.previewKey}`}
        target="_blank"
        rel="noreferrer"
        className="link"
      >
        {t('preview')}
      </a>
      {page.state === 'live' && (
        <a href={address} target="_blank" rel="noreferrer" className="link">
          {t('seePage')}
        </a>
      )}
    </>
  )
}

/** Publishes the draft now or at a time, or cancels its publication. */
function PublishPanel(
  props: PageProps & {
    /** Whether there are unsaved changes. */
    readonly isChanged: boolean
    readonly isWaiting: boolean
    readonly onPublish: (at: string | null) => Promise<void>
    readonly onDiscard: () => Promise<void>
  },
) {
  const t = useOfficeTexts()
  const { page, isChanged, isWaiting, onPublish, onDiscard } = props
  const [at, setAt] = useState('')
  return (
    <Panel title={t('publish')}>
      <div className="space-y-near">
        {isChanged && <p className="text-note text-soft">{t('saveFirst')}</p>}
        <Button
          look="quiet"
          isWide
          isWaiting={isWaiting}
          waitingText={t('saving')}
          aria-disabled={isChanged}
          onClick={() => !isChanged && void onPublish(null)}
        >
          {t('publishNow')}
        </Button>
        <DateField
          kind="datetime-local"
          label={t('publishAt')}
          hint={t('timeZoneHint')}
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
