import { Select } from '#design/parts/select.tsx'
import {
  operatorCategorySave,
  operatorQuestionSave,
  type OfficeCategory,
  type OfficeQuestion,
} from '../../front-contract.ts'
import { emptyText } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { BothLanguages } from './edit-fields.tsx'
import { FrontFrame, NumberField, useFrontForm } from './front-frame.tsx'

const newQuestion = { version: undefined, question: emptyText, answer: emptyText, position: 100 }

/** Form of a frequent question; a new one without `item`. */
export function QuestionForm({ item }: { item?: OfficeQuestion }) {
  const t = useOfficeTexts()
  const { version, ...initial } = item ?? newQuestion
  const faqId = item?.faqId
  const form = useFrontForm(initial, { version })
  const { value, change } = form
  return (
    <FrontFrame
      form={form}
      onSave={() => void form.save(operatorQuestionSave, { ...value, faqId })}
      onRemove={faqId === undefined ? undefined : () => void form.remove('question', faqId)}
    >
      <BothLanguages
        name="question"
        label={t('fieldQuestion')}
        value={value.question}
        onChange={(question) => change({ question })}
      />
      <BothLanguages
        isLong
        name="answer"
        label={t('fieldAnswer')}
        value={value.answer}
        onChange={(answer) => change({ answer })}
      />
      <NumberField
        name="position"
        label={t('position')}
        value={value.position}
        onChange={(position) => change({ position })}
      />
    </FrontFrame>
  )
}

/** Form for the name of a category and whether it is listed. */
export function CategoryForm({ item }: { item: OfficeCategory }) {
  const t = useOfficeTexts()
  const { categoryId, version, slug: _slug, ...initial } = item
  const form = useFrontForm(initial, { version })
  const { value, change } = form
  return (
    <FrontFrame
      form={form}
      onSave={() => void form.save(operatorCategorySave, { ...value, categoryId })}
    >
      <BothLanguages
        name="name"
        label={t('fieldTitle')}
        value={value.name}
        onChange={(name) => change({ name })}
      />
      <div className="field-grid tablet:grid-cols-2">
        <NumberField
          name="position"
          label={t('position')}
          value={value.position}
          onChange={(position) => change({ position })}
        />
        <Select
          label={t('categoryStatus')}
          value={value.status}
          onChange={({ target }) => change({ status: target.value as OfficeCategory['status'] })}
        >
          <option value="Active">{t('categoryActive')}</option>
          <option value="Inactive">{t('categoryInactive')}</option>
          <option value="Pending">{t('categoryPending')}</option>
        </Select>
      </div>
    </FrontFrame>
  )
}
