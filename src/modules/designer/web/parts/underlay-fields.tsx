import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Section } from '#design/parts/section.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { changeHead } from '../../plan/commands/change.ts'
import type { PlanUnderlay } from '../../plan/document.ts'
import { usePlanPort } from '../plan-port.ts'
import { useTexts } from '../texts.ts'
import { rasterOf } from '../underlay.ts'
import type { Editor } from '../use-editor.ts'
import { CommitNumber } from './commit-field.tsx'

/** Background picture or drawing of the hall; buyers never see it. */
export function UnderlayFields({ editor, planId }: { editor: Editor; planId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { calls } = usePlanPort()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { head } = editor.document
  const { underlay } = head
  const change = (next: PlanUnderlay | undefined) =>
    editor.act((draft) => changeHead(draft, { underlay: next }))

  async function take(file: File): Promise<void> {
    setRefusal(null)
    try {
      const raster = await rasterOf(file)
      const { digest } = await browserClient(locale).send(calls.savePlanPicture, {
        params: { planId },
        body: { content: raster.content },
      })
      const width = head.width
      const height = (width * raster.height) / raster.width
      change({ digest, x: 0, y: 0, width, height, opacity: 0.4 })
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('pictureUnread'))
    }
  }

  const number = (key: 'x' | 'y' | 'width') => (value: number) => {
    if (!underlay) return
    const units = value * 10
    if (key === 'width')
      change({ ...underlay, width: units, height: (units * underlay.height) / underlay.width })
    else change({ ...underlay, [key]: units })
  }
  return (
    <Section level={3} title={t('underlay')} note={t('underlayNote')}>
      {refusal !== null && <Notice key={refusal}>{refusal}</Notice>}
      <FileField
        label={t('underlayFile')}
        accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void take(file)
        }}
      />
      {underlay && (
        <div className="mt-near grid grid-cols-2 items-end gap-near">
          <CommitNumber
            label={t('leftMetres')}
            value={underlay.x / 10}
            least={-2_000}
            most={2_000}
            step={0.1}
            onCommit={number('x')}
          />
          <CommitNumber
            label={t('topMetres')}
            value={underlay.y / 10}
            least={-2_000}
            most={2_000}
            step={0.1}
            onCommit={number('y')}
          />
          <CommitNumber
            label={t('widthMetres')}
            value={Math.round(underlay.width) / 10}
            least={1}
            most={2_000}
            step={0.1}
            onCommit={number('width')}
          />
          <CommitNumber
            label={t('opacity')}
            value={Math.round(underlay.opacity * 100)}
            least={5}
            most={100}
            onCommit={(value) => change({ ...underlay, opacity: value / 100 })}
          />
          <Button look="quiet" onClick={() => change(undefined)}>
            {t('removeUnderlay')}
          </Button>
        </div>
      )}
    </Section>
  )
}
