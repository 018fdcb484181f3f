import { TextField } from '#design/parts/text-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { operatorStorySave, type OfficeStory } from '../../front-contract.ts'
import { emptyText } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { useField } from '../use-value-form.tsx'
import type { Front } from './billboard-form.tsx'
import { BothLanguages, Entries, PictureField } from './edit-fields.tsx'
import { FrontFrame, NumberField, TargetFields, TimeFields, useFrontForm } from './front-frame.tsx'

type Item = Omit<OfficeStory['items'][number], 'storyItemId'> & { readonly storyItemId?: number }
type Story = Omit<OfficeStory, 'storyId' | 'version' | 'isRunning' | 'items'> & {
  readonly items: readonly Item[]
}

const newItem: Item = {
  imageUrl: '',
  title: emptyText,
  text: emptyText,
  seconds: 6,
  showId: null,
  categoryId: null,
  address: null,
  viewCount: 0,
}

const newStory: Story = {
  slug: '',
  title: emptyText,
  coverUrl: '',
  position: 100,
  showsFrom: null,
  showsUntil: null,
  items: [newItem],
}

/** Form of a story with its items; a new one without `item`. */
export function StoryForm({ item, front }: { item?: OfficeStory; front: Front }) {
  const t = useOfficeTexts()
  const form = useFrontForm<Story>(item ?? newStory, { version: item?.version })
  const { value, change } = form
  const storyId = item?.storyId
  return (
    <FrontFrame
      form={form}
      onSave={() => void form.save(operatorStorySave, { ...value, storyId })}
      onRemove={storyId === undefined ? undefined : () => void form.remove('story', storyId)}
    >
      <BothLanguages
        name="title"
        label={t('fieldTitle')}
        value={value.title}
        onChange={(title) => change({ title })}
      />
      <div className="field-grid tablet:grid-cols-2">
        <SlugField value={value.slug} onChange={(slug) => change({ slug })} />
        <NumberField
          name="position"
          label={t('position')}
          value={value.position}
          onChange={(position) => change({ position })}
        />
        <TimeFields value={value} onChange={change} />
      </div>
      <PictureField
        isRequired
        name="coverUrl"
        label={t('storyCover')}
        value={value.coverUrl || null}
        onChange={(url) => change({ coverUrl: url ?? '' })}
      />
      <Entries
        name="items"
        label={t('storyItems')}
        values={value.items}
        empty={newItem}
        onChange={(items) => change({ items })}
        renderEntry={(entry, changeEntry) => (
          <ItemFields item={entry} front={front} onChange={changeEntry} />
        )}
      />
    </FrontFrame>
  )
}

function SlugField(props: { readonly value: string; readonly onChange: (slug: string) => void }) {
  const t = useOfficeTexts()
  const field = useField()
  return (
    <TextField
      {...field('slug')}
      label={t('storySlug')}
      hint={t('storySlugHint')}
      value={props.value}
      maxLength={60}
      onChange={({ target }) => props.onChange(target.value)}
    />
  )
}

function ItemFields(props: {
  readonly item: Item
  readonly front: Front
  readonly onChange: (item: Item) => void
}) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { item, front, onChange } = props
  const change = (part: Partial<Item>): void => onChange({ ...item, ...part })
  return (
    <>
      {item.storyItemId !== undefined && (
        <p className="text-soft">{t('itemViews', { count: item.viewCount })}</p>
      )}
      <BothLanguages
        name="title"
        label={t('fieldTitle')}
        value={item.title}
        onChange={(title) => change({ title })}
      />
      <BothLanguages
        isLong
        name="text"
        label={t('fieldText')}
        value={item.text}
        onChange={(text) => change({ text })}
      />
      <div className="field-grid tablet:grid-cols-2">
        <TargetFields
          value={item}
          shows={front.shows}
          onChange={(target) => change({ ...target, categoryId: null })}
        />
        <Select
          label={t('category')}
          value={item.categoryId ?? ''}
          onChange={({ target }) =>
            change({
              categoryId: target.value ? Number(target.value) : null,
              showId: null,
              address: null,
            })
          }
        >
          <option value="">{t('noShow')}</option>
          {front.categories.map(({ categoryId, name }) => (
            <option key={categoryId} value={categoryId}>
              {name[locale]}
            </option>
          ))}
        </Select>
        <NumberField
          name="seconds"
          label={t('itemSeconds')}
          value={item.seconds}
          onChange={(seconds) => change({ seconds })}
        />
      </div>
      <PictureField
        isRequired
        name="imageUrl"
        label={t('itemPicture')}
        value={item.imageUrl || null}
        onChange={(url) => change({ imageUrl: url ?? '' })}
      />
    </>
  )
}
