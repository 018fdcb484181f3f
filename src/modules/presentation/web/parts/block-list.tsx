import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import type { CampaignBlock } from '../../block-shapes.ts'
import { blockLabels, blockTypes, newBlock } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { FieldsAt } from '../use-value-form.tsx'
import { BlockForm, type Nameable } from './block-form.tsx'

/** The blocks of a page in order: edited, moved, added and removed. */
export function BlockList(props: {
  readonly blocks: readonly CampaignBlock[]
  readonly nameable: Nameable
  /** Paths of the refused fields of the page; a block that has one opens. */
  readonly refusedPaths: readonly string[]
  readonly pressed: readonly { readonly blockId: string; readonly clicks: number }[]
  readonly onChange: (blocks: CampaignBlock[]) => void
}) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { blocks, nameable, refusedPaths, pressed, onChange } = props
  const [added, setAdded] = useState<string | null>(null)
  const move = (index: number, by: -1 | 1): void => {
    const block = blocks[index]
    if (block) onChange(blocks.toSpliced(index, 1).toSpliced(index + by, 0, block))
  }
  const isRefused = (index: number): boolean =>
    refusedPaths.some((path) => path.startsWith(`blocks.${index}.`))
  return (
    <Panel title={t('blocks')}>
      <ol className="border-t border-rule">
        {blocks.map((block, index) => {
          const clicks = pressed.find(({ blockId }) => blockId === block.id)?.clicks ?? 0
          return (
            <li key={block.id} className="border-b border-rule">
              <FoldOut
                isOpen={block.id === added || isRefused(index)}
                title={
                  <>
                    <span className="font-semibold">{t(blockLabels[block.type])}</span>{' '}
                    <span className="text-soft">{block.title[locale]}</span>
                  </>
                }
                note={clicks > 0 ? t('blockPressed', { count: clicks }) : undefined}
              >
                <div className="space-y-group pb-group">
                  <FieldsAt path={`blocks.${index}`}>
                    <BlockForm
                      block={block}
                      nameable={nameable}
                      onChange={(changed) => onChange(blocks.with(index, changed))}
                    />
                  </FieldsAt>
                  <div className="flex flex-wrap gap-near">
                    <Button look="quiet" disabled={index === 0} onClick={() => move(index, -1)}>
                      {t('blockUp')}
                    </Button>
                    <Button
                      look="quiet"
                      disabled={index === blocks.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      {t('blockDown')}
                    </Button>
                    <Button look="danger" onClick={() => onChange(blocks.toSpliced(index, 1))}>
                      {t('blockRemove')}
                    </Button>
                  </div>
                </div>
              </FoldOut>
            </li>
          )
        })}
      </ol>
      <Select
        label={t('addBlock')}
        value=""
        frameClassName="mt-4 max-w-sm"
        onChange={({ target }) => {
          const block = newBlock(target.value as CampaignBlock['type'], blocks)
          setAdded(block.id)
          onChange([...blocks, block])
        }}
      >
        <option value="">{t('choose')}</option>
        {blockTypes.map((type) => (
          <option key={type} value={type}>
            {t(blockLabels[type])}
          </option>
        ))}
      </Select>
    </Panel>
  )
}
