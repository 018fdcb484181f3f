import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { readDraft, showChoices, type DraftView } from '../../shows-contract.ts'
import { ExtraPanels } from '../shows/extra-panels.tsx'
import { DatesPanel } from '../shows/dates-panel.tsx'
import { PicturePanel } from '../shows/picture-panel.tsx'
import { PlacePanel, type Choices } from '../shows/place-panel.tsx'
import { PricesPanel } from '../shows/prices-panel.tsx'
import { TextsPanel } from '../shows/texts-panel.tsx'
import { useDraft } from '../shows/use-draft.ts'
import { useTexts } from '../texts.ts'

/** Editor of a show: changes are saved automatically and published by a button. */
export default function ShowPage() {
  const t = useTexts()
  const { draftId = '' } = useParams()
  const draft = useLoaded(readDraft, { query: { draftId } })
  const choices = useLoaded(showChoices, {})
  const back = (
    <LinkButton look="quiet" to="/merchant/shows">
      {t('navShows')}
    </LinkButton>
  )
  return (
    <LoadedPart of={draft} action={back}>
      {(initial) => (
        <LoadedPart of={choices} action={back}>
          {(known) => <Editor key={draftId} initial={initial} choices={known} />}
        </LoadedPart>
      )}
    </LoadedPart>
  )
}

const saved = {
  saved: 'draftSaved',
  waiting: 'draftSaving',
  saving: 'draftSaving',
  failed: 'draftNotSaved',
  outdated: 'draftOutdated',
} as const

function Editor({ initial, choices }: { initial: DraftView; choices: Choices }) {
  const t = useTexts()
  const locale = useLocale()
  const editing = useDraft(initial)
  const { draft, content, saving, refusal, problemCount, unprintable } = editing
  const [refusedCount, setRefusedCount] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  // Publishing is at the end of a long page: the first field with a problem is shown.
  useEffect(() => {
    if (refusedCount > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [refusedCount])
  const name = content.name[locale] || content.name.ka || content.name.en || t('showUnnamed')
  return (
    <>
      <title>{name}</title>
      <p className="text-note">
        <LocalLink to="/merchant/shows" className="link">
          {t('navShows')}
        </LocalLink>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-near">
        <PageTitle look="office">{name}</PageTitle>
        <Badge tone={draft.state === 'public' ? 'good' : undefined}>
          {t(`state-${draft.state}`)}
        </Badge>
        <output className="text-note text-soft">{t(saved[saving])}</output>
      </div>
      {(refusal ?? saving === 'outdated') && <Notice>{refusal ?? t('draftOutdated')}</Notice>}
      <div ref={form} className="mt-group max-w-3xl space-y-group pb-28">
        <TextsPanel editing={editing} choices={choices} />
        <PicturePanel draft={draft} onChanged={editing.setDraft} />
        <PlacePanel editing={editing} choices={choices} />
        <DatesPanel editing={editing} />
        <PricesPanel editing={editing} choices={choices} />
        <ExtraPanels editing={editing} />
        {unprintable.length > 0 && (
          <output className="block text-note wrap-anywhere">
            {t('draftUnprintable', { letters: unprintable.join(' ') })}
          </output>
        )}
        {problemCount > 0 && <Notice>{t('draftProblems', { count: problemCount })}</Notice>}
        <PublishBar editing={editing} onRefused={() => setRefusedCount((count) => count + 1)} />
      </div>
    </>
  )
}

interface PublishBarProps {
  readonly editing: ReturnType<typeof useDraft>
  readonly onRefused: () => void
}

function PublishBar({ editing, onRefused }: PublishBarProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { draft, publish } = editing
  const isPublic = draft.state === 'public'
  const take = (asPublic: boolean) =>
    run(async () => {
      if (await publish(asPublic))
        showToast({ text: t(asPublic ? 'showPublished' : 'showPreviewed') })
      else onRefused()
    })
  return (
    <div className="space-y-near border-t border-rule pt-group">
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap items-center gap-near">
        <Button isWaiting={isWaiting} waitingText={t('waiting')} onClick={() => void take(true)}>
          {t(isPublic ? 'publishChanges' : 'publish')}
        </Button>
        {!isPublic && (
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => void take(false)}
          >
            {t('preview')}
          </Button>
        )}
        {draft.pagePath && (
          <LinkButton look="quiet" href={localizedPath(locale, draft.pagePath)} target="_blank">
            {t(isPublic ? 'openShow' : 'openPreview')}
          </LinkButton>
        )}
      </div>
      <p className="text-note text-soft">{t(isPublic ? 'publishChangesNote' : 'publishNote')}</p>
    </div>
  )
}
