import { memo, useDeferredValue, useEffect, useState } from 'react'
import { CircleHelp } from 'lucide-react'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Tabs } from '#design/parts/tabs.tsx'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import type { PlanView } from '../../contract.ts'
import { Board } from '../board/board.tsx'
import { usePlanPort } from '../plan-port.ts'
import { useTexts, type Translate } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { pressKey } from '../use-keys.ts'
import { usePlanEditing, type PlanEditing } from '../use-plan-editing.ts'
import { AddPanel } from './add-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { Inspector } from './inspector.tsx'
import { SaveMark } from './save-mark.tsx'
import { ToolBar } from './tool-bar.tsx'
import { VersionsPanel } from './versions-panel.tsx'

interface PlanEditorProps {
  readonly plan: PlanView
  /** Reloads the plan: its versions, and what somebody else has saved. */
  readonly reload: () => Promise<PlanView>
}

/** The designer: a drawing board with tools, an inspector and automatic saving. */
export function PlanEditor({ plan, reload }: PlanEditorProps) {
  const t = useTexts()
  const locale = useLocale()
  const { base } = usePlanPort()
  const editing = usePlanEditing(plan, reload)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { editor, autosave, isPhone } = editing
  const openHelp = () => setHelpOpen(true)
  return (
    <div className="flex flex-col gap-near">
      <div className="flex flex-wrap items-center gap-x-group gap-y-tight">
        <LocalLink to={base} className="link text-note">
          {t('allPlans')}
        </LocalLink>
        <PageTitle look="office">{editor.document.head.name[locale]}</PageTitle>
        <span className="ml-auto flex items-center gap-near">
          <SaveMark state={autosave.state} />
          <Button
            look="plain"
            size="icon"
            aria-label={t('help')}
            title={`${t('help')} (?)`}
            onClick={openHelp}
          >
            <CircleHelp size={20} aria-hidden="true" />
          </Button>
        </span>
      </div>
      {isPhone && <p className="rounded-md bg-sunk px-3 py-2 text-note">{t('phoneNote')}</p>}
      {autosave.state === 'conflict' && <Conflict onLoad={editing.loadNewerVersion} />}
      <Refused refusals={editor.refusals} />
      <div className="grid gap-group desk:grid-cols-[minmax(0,1fr)_23rem]">
        <BoardFrame editing={editing} openHelp={openHelp} />
        {!isPhone && <DeferredPanels editing={editing} planId={plan.planId} />}
      </div>
      <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

function BoardFrame({ editing, openHelp }: { editing: PlanEditing; openHelp: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { editor, view, clipboard, content, events, isPhone, measure } = editing
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-rule desk:sticky desk:top-4 desk:self-start">
      {!isPhone && (
        <ToolBar
          tool={editor.tool}
          level={editor.level}
          canUndo={editor.history.done.length > 0}
          canRedo={editor.history.undone.length > 0}
          actions={editor.actions}
          view={view}
          isSnapping={editing.isSnapping}
          onSnapping={editing.setSnapping}
        />
      )}
      {editor.tool === 'brush' && !isPhone && (
        <BrushBar editor={editor} value={editing.brush} onChoose={editing.setBrushKey} />
      )}
      <div className="relative h-[min(72dvh,46rem)] min-h-80">
        <Board
          name={editor.document.head.name[locale]}
          content={content}
          events={events}
          onView={editing.setView}
          announcement={announcementOf(editor, t, locale)}
          onKey={(event) => !isPhone && pressKey(event, { editor, clipboard, view, openHelp })}
        />
        {measure !== null && (
          <output className="figures pointer-events-none absolute top-2 left-2 rounded-md bg-card px-2 py-1 text-note">
            {measure}
          </output>
        )}
      </div>
    </div>
  )
}

interface PanelsProps {
  readonly editing: PlanEditing
  readonly planId: number
}

/** The panels follow the board: a press on a stadium must not wait for them. */
function DeferredPanels({ editing, planId }: PanelsProps) {
  return <Panels editing={useDeferredValue(editing)} planId={planId} />
}

const Panels = memo(function Panels({ editing, planId }: PanelsProps) {
  const t = useTexts()
  const { editor, findings, panel, view, autosave } = editing
  const errorCount = findings?.filter(({ isError }) => isError).length ?? 0
  const count = findings?.length ?? 0
  return (
    <Tabs
      label={t('panels')}
      // The panel is narrow: a tab beyond its edge would not be found.
      className="[&_.tabs]:flex-wrap"
      value={panel}
      onChange={editing.setPanel}
      tabs={[
        { key: 'inspect', label: t('panelInspect') },
        { key: 'add', label: t('panelAdd') },
        { key: 'check', label: count > 0 ? t('panelCheckCount', { count }) : t('panelCheck') },
        { key: 'versions', label: t('panelVersions') },
      ]}
    >
      <h2 className="sr-only">{t('panels')}</h2>
      {panel === 'inspect' && (
        <Inspector editor={editor} clipboard={editing.clipboard} planId={planId} />
      )}
      {panel === 'add' && (
        <AddPanel
          editor={editor}
          middle={() => view.current?.middle() ?? editor.document.head.focalPoint}
        />
      )}
      {panel === 'check' && <FindingsPanel findings={findings} onShow={editing.show} />}
      {panel === 'versions' && (
        <VersionsPanel
          planId={planId}
          versions={editing.versions}
          layout={() => editing.board.scene.expanded.layout}
          errorCount={errorCount}
          compared={editing.compared}
          onCompare={editing.setCompared}
          flush={autosave.flush}
          onPublished={editing.readVersions}
        />
      )}
    </Tabs>
  )
})

/** Description of the selection for screen readers. */
function announcementOf({ selection, document }: Editor, t: Translate, locale: Locale): string {
  const [first] = selection
  if (!first) return t('nothingChosen')
  if (selection.length > 1) return t('chosenCount', { count: selection.length })
  if (first.kind === 'shape') return t('shape')
  if (first.kind === 'section')
    return document.sections.find(({ id }) => id === first.id)?.name[locale] ?? ''
  const placed = [...document.rows, ...document.tables].find(({ id }) => id === first.id)
  return t('chosenRow', { row: placed?.label ?? '' })
}

const refusalMilliseconds = 4_000

/** Shows for some seconds that a command was refused. */
function Refused({ refusals }: { refusals: number }) {
  const t = useTexts()
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (refusals === seen) return undefined
    const timer = setTimeout(() => setSeen(refusals), refusalMilliseconds)
    return () => clearTimeout(timer)
  }, [refusals, seen])
  return refusals > seen ? <Notice key={refusals}>{t('refused')}</Notice> : null
}

function Conflict({ onLoad }: { onLoad: () => Promise<void> }) {
  const t = useTexts()
  return (
    <Notice>
      {t('conflict')}{' '}
      <Button look="quiet" onClick={() => void onLoad()}>
        {t('takeTheirs')}
      </Button>
    </Notice>
  )
}

interface BrushBarProps {
  readonly editor: Editor
  readonly value: string
  readonly onChoose: (key: string) => void
}

function BrushBar({ editor, value, onChoose }: BrushBarProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <fieldset
      aria-label={t('brushZone')}
      className="flex flex-wrap gap-1 border-b border-rule bg-card px-2 py-1"
    >
      {editor.document.zones.map((zone) => (
        <Button
          key={zone.id}
          look={zone.key === value ? 'main' : 'quiet'}
          aria-pressed={zone.key === value}
          onClick={() => onChoose(zone.key)}
        >
          {zone.name[locale]}
        </Button>
      ))}
    </fieldset>
  )
}
