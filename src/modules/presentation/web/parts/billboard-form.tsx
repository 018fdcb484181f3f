import type { ReplyOf } from '#contract/call.ts'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  operatorBillboardSave,
  type OfficeBillboard,
  type operatorFront,
} from '../../front-contract.ts'
import { emptyText } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { BothLanguages, PictureField } from './edit-fields.tsx'
import { FrontFrame, NumberField, TargetFields, TimeFields, useFrontForm } from './front-frame.tsx'

export type Front = ReplyOf<typeof operatorFront>

const placements = [
  ['main-banner', 'placementMain'],
  ['home', 'placementHome'],
  ['list', 'placementList'],
  ['gift', 'placementGift'],
] as const

const newBillboard: Omit<OfficeBillboard, 'billboardId' | 'version' | 'isRunning'> = {
  placement: 'home',
  categoryId: null,
  advertiser: null,
  title: emptyText,
  text: emptyText,
  picture: null,
  showId: null,
  address: null,
  theme: null,
  weight: 1,
  position: 100,
  switchKey: null,
  showsFrom: null,
  showsUntil: null,
}

/** Form of a banner or an advertisement; a new one without `item`. */
export function BillboardForm({ item, front }: { item?: OfficeBillboard; front: Front }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const form = useFrontForm<typeof newBillboard>(item ?? newBillboard, { version: item?.version })
  const { value, change } = form
  const billboardId = item?.billboardId
  return (
    <FrontFrame
      form={form}
      onSave={() => void form.save(operatorBillboardSave, { ...value, billboardId })}
      onRemove={
        billboardId === undefined ? undefined : () => void form.remove('billboard', billboardId)
      }
    >
      <WordFields value={value} onChange={change} />
      <div className="field-grid tablet:grid-cols-2">
        <Select
          label={t('placement')}
          value={value.placement}
          onChange={({ target }) =>
            change({ placement: target.value as OfficeBillboard['placement'] })
          }
        >
          {placements.map(([placement, label]) => (
            <option key={placement} value={placement}>
              {t(label)}
            </option>
          ))}
        </Select>
        <Select
          label={t('category')}
          value={value.categoryId ?? ''}
          onChange={({ target }) =>
            change({ categoryId: target.value ? Number(target.value) : null })
          }
        >
          <option value="">{t('anyCategory')}</option>
          {front.categories.map(({ categoryId, name }) => (
            <option key={categoryId} value={categoryId}>
              {name[locale]}
            </option>
          ))}
        </Select>
        <TargetFields value={value} shows={front.shows} onChange={change} />
        <NumberField
          name="weight"
          label={t('weight')}
          value={value.weight}
          onChange={(weight) => change({ weight })}
        />
        <NumberField
          name="position"
          label={t('position')}
          value={value.position}
          onChange={(position) => change({ position })}
        />
        <TimeFields value={value} onChange={change} />
        <Select
          label={t('switchKey')}
          value={value.switchKey ?? ''}
          onChange={({ target }) => change({ switchKey: target.value || null })}
        >
          <option value="">{t('noSwitch')}</option>
          {front.switchKeys.map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </Select>
      </div>
      <PictureField
        name="picture"
        value={value.picture?.url ?? null}
        onChange={(url, size) => change({ picture: url && size ? { url, ...sized(size) } : null })}
      />
    </FrontFrame>
  )
}

const sized = ({ width, height }: { width: number; height: number }) => ({ width, height })

function WordFields(props: {
  readonly value: typeof newBillboard
  readonly onChange: (part: Partial<typeof newBillboard>) => void
}) {
  const t = useOfficeTexts()
  const { value, onChange } = props
  return (
    <>
      <BothLanguages
        name="title"
        label={t('fieldTitle')}
        value={value.title}
        onChange={(title) => onChange({ title })}
      />
      <BothLanguages
        isLong
        name="text"
        label={t('fieldText')}
        value={value.text}
        onChange={(text) => onChange({ text })}
      />
      <BothLanguages
        name="advertiser"
        label={t('advertiser')}
        value={value.advertiser ?? emptyText}
        onChange={(advertiser) =>
          onChange({ advertiser: advertiser.ka || advertiser.en ? advertiser : null })
        }
      />
      <p className="text-note text-soft">{t('advertiserHint')}</p>
    </>
  )
}
