import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '#design/parts/button.tsx'
import { Section } from '#design/parts/section.tsx'
import {
  alignItems,
  alignments,
  distributeItems,
  rotateItems,
  type Alignment,
} from '../../plan/commands/arrange.ts'
import { removeItems } from '../../plan/commands/remove.ts'
import { useTexts } from '../texts.ts'
import type { Clipboard } from '../use-keys.ts'
import type { Editor } from '../use-editor.ts'
import { CommitNumber } from './commit-field.tsx'

const icons: Readonly<Record<Alignment, LucideIcon>> = {
  left: AlignStartVertical,
  centre: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
}

/** Position, copies and removal of the selection. */
export function Arrange({ editor, clipboard }: { editor: Editor; clipboard: Clipboard }) {
  const t = useTexts()
  const { selection } = editor
  const hasOnlySeats = selection.every(({ kind }) => kind === 'seat')
  return (
    <Section level={3} title={t('arrange')}>
      {!hasOnlySeats && (
        <>
          <fieldset aria-label={t('align')} className="flex flex-wrap gap-1">
            {alignments.map((how) => {
              const Icon = icons[how]
              return (
                <Button
                  key={how}
                  look="plain"
                  size="icon"
                  aria-label={t(`align_${how}`)}
                  title={t(`align_${how}`)}
                  onClick={() => editor.act((draft) => alignItems(draft, selection, how))}
                >
                  <Icon size={20} aria-hidden="true" />
                </Button>
              )
            })}
            {(['across', 'down'] as const).map((way) => (
              <Button
                key={way}
                look="plain"
                size="icon"
                aria-label={t(`distribute_${way}`)}
                title={t(`distribute_${way}`)}
                disabled={selection.length < 3}
                onClick={() => editor.act((draft) => distributeItems(draft, selection, way))}
              >
                {way === 'across' ? (
                  <AlignHorizontalDistributeCenter size={20} aria-hidden="true" />
                ) : (
                  <AlignVerticalDistributeCenter size={20} aria-hidden="true" />
                )}
              </Button>
            ))}
          </fieldset>
          <CommitNumber
            label={t('turnBy')}
            hint={t('turnHint')}
            value={0}
            least={-360}
            most={360}
            frameClassName="mt-near max-w-44"
            onCommit={(degrees) => editor.act((draft) => rotateItems(draft, selection, degrees))}
          />
        </>
      )}
      <div className="mt-near flex flex-wrap gap-tight">
        {!hasOnlySeats && (
          <Button look="quiet" onClick={clipboard.duplicate}>
            {t('duplicate')}
          </Button>
        )}
        <Button look="danger" onClick={() => editor.act((draft) => removeItems(draft, selection))}>
          {t('remove')}
        </Button>
      </div>
    </Section>
  )
}
