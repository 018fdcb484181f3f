import { useState } from 'react'
import { Trash2 } from 'lucide-react'
import { Button } from '#design/parts/button.tsx'
import { Section } from '#design/parts/section.tsx'
import { addZone } from '../../plan/commands/add.ts'
import { changeHead, changeZone, removeZone } from '../../plan/commands/change.ts'
import { ZoneSwatch } from '#seatmap/web/zone-swatch.tsx'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import { CommitField, CommitNumber } from './commit-field.tsx'
import { UnderlayFields } from './underlay-fields.tsx'

/** Name and size of the hall, its price zones, and the background picture. */
export function HallFields({ editor, planId }: { editor: Editor; planId: number }) {
  const t = useTexts()
  const { head } = editor.document
  const { name, width, height } = head
  const metres = (key: 'width' | 'height') => (value: number) =>
    editor.act((draft) => changeHead(draft, { [key]: Math.round(value * 10) }))
  return (
    <>
      <Section level={3} title={t('hall')}>
        <div className="grid grid-cols-2 items-end gap-near">
          <CommitField
            label={t('nameKa')}
            value={name.ka}
            maxLength={120}
            onCommit={(ka) => editor.act((draft) => changeHead(draft, { name: { ...name, ka } }))}
          />
          <CommitField
            label={t('nameEn')}
            value={name.en}
            maxLength={120}
            onCommit={(en) => editor.act((draft) => changeHead(draft, { name: { ...name, en } }))}
          />
          <CommitNumber
            label={t('widthMetres')}
            value={width / 10}
            least={5}
            most={2_000}
            step={0.1}
            onCommit={metres('width')}
          />
          <CommitNumber
            label={t('heightMetres')}
            value={height / 10}
            least={5}
            most={2_000}
            step={0.1}
            onCommit={metres('height')}
          />
        </div>
      </Section>
      <Zones editor={editor} />
      <UnderlayFields editor={editor} planId={planId} />
    </>
  )
}

function Zones({ editor }: { editor: Editor }) {
  const t = useTexts()
  const { zones } = editor.document
  const [leaving, setLeaving] = useState(0)
  const first = zones.find(({ id }) => id !== leaving)
  return (
    <Section level={3} title={t('zones')} note={t('zonesNote')}>
      <ul className="space-y-near">
        {zones.map(({ id, name }, index) => (
          <li key={id} className="grid grid-cols-[auto_1fr_1fr_auto] items-end gap-tight">
            <span className="pb-3">
              <ZoneSwatch zone={index} />
            </span>
            <CommitField
              label={t('nameKa')}
              value={name.ka}
              maxLength={120}
              onCommit={(ka) => editor.act((draft) => changeZone(draft, id, { ...name, ka }))}
            />
            <CommitField
              label={t('nameEn')}
              value={name.en}
              maxLength={120}
              onCommit={(en) => editor.act((draft) => changeZone(draft, id, { ...name, en }))}
            />
            <Button
              look="plain"
              size="icon"
              aria-label={t('removeZone', { zone: name.en })}
              disabled={zones.length === 1}
              onClick={() => {
                setLeaving(id)
                const other = zones.find((zone) => zone.id !== id) ?? first
                if (other) editor.act((draft) => removeZone(draft, id, other.key))
              }}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="mt-near"
        disabled={zones.length >= 32}
        onClick={() =>
          editor.act((draft) => {
            const number = zones.length + 1
            addZone(draft, { ka: `ზონა ${number}`, en: `Zone ${number}` })
          })
        }
      >
        {t('addZone')}
      </Button>
    </Section>
  )
}
