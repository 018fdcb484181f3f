import { FieldError, useFieldTies } from '#design/parts/field-frame.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Button } from '#design/parts/button.tsx'
import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import type { CampaignBlock } from '../../block-shapes.ts'
import { newQuestion, newSlide } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { useField } from '../use-value-form.tsx'
import { BothLanguages, Entries, ManyTexts, PictureField, LinkFields } from './edit-fields.tsx'

/** Shows and questions that blocks can refer to. */
export interface Nameable {
  readonly shows: readonly { readonly slug: string; readonly name: string }[]
  readonly faq: readonly { readonly faqId: number; readonly question: string }[]
}

interface BlockFormProps {
  readonly block: CampaignBlock
  readonly nameable: Nameable
  readonly onChange: (block: CampaignBlock) => void
}

/** The fields of one block. */
export function BlockForm({ block, nameable, onChange }: BlockFormProps) {
  const t = useOfficeTexts()
  return (
    <div className="space-y-group">
      <BothLanguages
        name="title"
        label={t('fieldTitle')}
        value={block.title}
        onChange={(title) => onChange({ ...block, title })}
      />
      <Fields block={block} nameable={nameable} onChange={onChange} />
    </div>
  )
}

function Fields({ block, nameable, onChange }: BlockFormProps) {
  const t = useOfficeTexts()
  const field = useField()
  switch (block.type) {
    case 'hero':
      return (
        <>
          <Text block={block} onChange={onChange} />
          <PictureField
            name="image"
            value={block.image}
            onChange={(image) => onChange({ ...block, image })}
          />
          <LinkFields value={block.way} onChange={(way) => onChange({ ...block, way })} />
        </>
      )
    case 'text':
      return (
        <>
          <ManyTexts
            name="paragraphs"
            label={t('fieldParagraphs')}
            values={block.paragraphs}
            onChange={(paragraphs) => onChange({ ...block, paragraphs })}
          />
          <ManyTexts
            name="points"
            label={t('fieldPoints')}
            values={block.points}
            onChange={(points) => onChange({ ...block, points })}
          />
          <LinkFields value={block.way} onChange={(way) => onChange({ ...block, way })} />
        </>
      )
    case 'shows':
      return (
        <ShowPicker
          shows={nameable.shows}
          slugs={block.slugs}
          onChange={(slugs) => onChange({ ...block, slugs })}
        />
      )
    case 'carousel':
      return <SlidesForm block={block} onChange={onChange} />
    case 'faq':
      return (
        <QuestionPicker
          questions={nameable.faq}
          ids={block.faqIds}
          onChange={(faqIds) => onChange({ ...block, faqIds })}
        />
      )
    case 'countdown':
      return (
        <>
          <DateField
            {...field('until')}
            kind="datetime-local"
            label={t('fieldUntil')}
            value={fieldMoment(block.until)}
            onChange={({ target }) =>
              target.value && onChange({ ...block, until: instantOf(target.value) })
            }
          />
          <BothLanguages
            name="after"
            label={t('fieldAfter')}
            value={block.after}
            onChange={(after) => onChange({ ...block, after })}
          />
        </>
      )
    case 'banner':
      return (
        <>
          <Text block={block} onChange={onChange} />
          <Path value={block.path} onChange={(path) => onChange({ ...block, path })} />
          <PictureField
            name="image"
            value={block.image}
            onChange={(image) => onChange({ ...block, image })}
          />
        </>
      )
    case 'questions':
      return <QuestionsForm block={block} onChange={onChange} />
  }
}

interface KindFormProps<Type extends CampaignBlock['type']> {
  readonly block: Extract<CampaignBlock, { type: Type }>
  readonly onChange: (block: Extract<CampaignBlock, { type: Type }>) => void
}

function SlidesForm({ block, onChange }: KindFormProps<'carousel'>) {
  const t = useOfficeTexts()
  return (
    <Entries
      name="slides"
      label={t('blockCarousel')}
      values={block.slides}
      empty={newSlide}
      onChange={(slides) => onChange({ ...block, slides })}
      renderEntry={(slide, change) => (
        <>
          <BothLanguages
            name="title"
            label={t('fieldTitle')}
            value={slide.title}
            onChange={(title) => change({ ...slide, title })}
          />
          <Text block={slide} onChange={change} />
          <Path value={slide.path} onChange={(path) => change({ ...slide, path })} />
          <PictureField
            name="image"
            value={slide.image}
            onChange={(image) => change({ ...slide, image })}
          />
        </>
      )}
    />
  )
}

function QuestionsForm({ block, onChange }: KindFormProps<'questions'>) {
  const t = useOfficeTexts()
  return (
    <Entries
      name="items"
      label={t('blockQuestions')}
      values={block.items}
      empty={newQuestion}
      onChange={(items) => onChange({ ...block, items })}
      renderEntry={(item, change) => (
        <>
          <BothLanguages
            name="question"
            label={t('fieldQuestion')}
            value={item.question}
            onChange={(question) => change({ ...item, question })}
          />
          <BothLanguages
            isLong
            name="answer"
            label={t('fieldAnswer')}
            value={item.answer}
            onChange={(answer) => change({ ...item, answer })}
          />
        </>
      )}
    />
  )
}

function Text<
  Block extends { readonly text: { readonly ka: string; readonly en: string } },
>(props: { readonly block: Block; readonly onChange: (block: Block) => void }) {
  const t = useOfficeTexts()
  const { block, onChange } = props
  return (
    <BothLanguages
      isLong
      name="text"
      label={t('fieldText')}
      value={block.text}
      onChange={(text) => onChange({ ...block, text })}
    />
  )
}

function Path({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const t = useOfficeTexts()
  const field = useField()
  return (
    <TextField
      {...field('path')}
      label={t('fieldPath')}
      hint={t('fieldPathHint')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function QuestionPicker(props: {
  readonly questions: Nameable['faq']
  readonly ids: readonly number[]
  readonly onChange: (ids: number[]) => void
}) {
  const t = useOfficeTexts()
  const { name, error } = useField()('faqIds')
  const { ties, errorId } = useFieldTies(null, error)
  const { questions, ids, onChange } = props
  return (
    <fieldset aria-describedby={ties['aria-describedby']}>
      <legend className="font-semibold">{t('fieldFaq')}</legend>
      {questions.length === 0 && <p className="text-soft">{t('questionsEmpty')}</p>}
      {questions.map(({ faqId, question }) => (
        <Checkbox
          key={faqId}
          name={name}
          label={question}
          checked={ids.includes(faqId)}
          onChange={({ target }) =>
            onChange(target.checked ? [...ids, faqId] : ids.filter((id) => id !== faqId))
          }
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

function ShowPicker(props: {
  readonly shows: Nameable['shows']
  readonly slugs: readonly string[]
  readonly onChange: (slugs: string[]) => void
}) {
  const t = useOfficeTexts()
  const field = useField()
  const { shows, slugs, onChange } = props
  const nameOf = (slug: string): string => shows.find((show) => show.slug === slug)?.name ?? slug
  return (
    <div className="space-y-tight">
      <ul className="space-y-tight">
        {slugs.map((slug, index) => (
          <li key={slug} className="flex items-center gap-near">
            <span className="min-w-0 grow">{nameOf(slug)}</span>
            <Button look="plain" onClick={() => onChange(slugs.toSpliced(index, 1))}>
              {t('removeEntry')}
            </Button>
          </li>
        ))}
      </ul>
      <Select
        {...field('slugs')}
        label={t('fieldSlugs')}
        value=""
        onChange={({ target }) => target.value && onChange([...slugs, target.value])}
      >
        <option value="">{t('choose')}</option>
        {shows
          .filter(({ slug }) => !slugs.includes(slug))
          .map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
      </Select>
    </div>
  )
}
