import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox, ChoiceGroup, Radio, Switch } from '#design/parts/checkbox.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Select } from '#design/parts/select.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { Tabs } from '#design/parts/tabs.tsx'
import { Textarea, TextField } from '#design/parts/text-field.tsx'
import type { GalleryWords } from './words.ts'

export function Controls({ words }: { words: GalleryWords }) {
  return (
    <div className="gallery-stack">
      <Buttons words={words} />
      <Fields words={words} />
      <Choices words={words} />
    </div>
  )
}

function Buttons({ words }: { words: GalleryWords }) {
  return (
    <>
      <div className="gallery-row" data-kit="Button">
        <Button>{words.short}</Button>
        <Button look="quiet">{words.short}</Button>
        <Button look="plain">{words.short}</Button>
        <Button look="danger">{words.short}</Button>
        <Button disabled>{words.short}</Button>
        <Button isWaiting waitingText={words.working}>
          {words.short}
        </Button>
        <Button look="quiet" isWaiting waitingText={words.working}>
          {words.short}
        </Button>
        <Button look="quiet" size="icon" aria-label={words.undo}>
          <Trash2 size={18} aria-hidden="true" />
        </Button>
        <Button size="large">{words.long}</Button>
      </div>
      <div className="gallery-row" data-kit="LinkButton">
        <LinkButton to="/">{words.short}</LinkButton>
        <LinkButton href="https://example.com/" look="quiet" isWide>
          {words.long}
        </LinkButton>
      </div>
    </>
  )
}

function Fields({ words }: { words: GalleryWords }) {
  const [date, setDate] = useState('2026-12-05')
  const options = (
    <>
      <option>{words.option}</option>
      <option>{words.other}</option>
    </>
  )
  return (
    <div className="gallery-grid" data-kit="Field">
      <TextField label={words.label} placeholder="nino@bileti.example" />
      <TextField label={words.label} hint={words.hint} defaultValue="nino@bileti.example" />
      <TextField label={words.label} error={words.error} defaultValue="nino" />
      <TextField label={words.label} disabled defaultValue="nino@bileti.example" />
      <TextField label={words.label} isLabelHidden type="search" placeholder={words.label} />
      <CopyField label={words.label} value="https://bileti.example/tickets/shared/6f1c" />
      <Select label={words.label} hint={words.hint} defaultValue={words.other}>
        {options}
      </Select>
      <Select label={words.label} error={words.error}>
        {options}
      </Select>
      <Select label={words.label} disabled>
        {options}
      </Select>
      <DateField label={words.date} value={date} onChange={({ target }) => setDate(target.value)} />
      <DateField label={words.date} kind="datetime-local" defaultValue="2026-12-05T19:00" />
      <Textarea label={words.label} defaultValue={words.note} />
      <Textarea label={words.label} error={words.error} />
      <FileField label={words.label} hint={words.hint} />
    </div>
  )
}

function Choices({ words }: { words: GalleryWords }) {
  const [count, setCount] = useState(2)
  const [tab, setTab] = useState<'first' | 'second'>('first')
  const both = [false, true]
  return (
    <div className="gallery-grid">
      <div data-kit="Checkbox">
        {both.map((isOn) => (
          <Checkbox key={String(isOn)} label={words.other} defaultChecked={isOn} />
        ))}
        <Checkbox label={words.option} hint={words.hint} />
        <Checkbox label={words.option} error={words.error} after={<a href="/">{words.open}</a>} />
        <Checkbox label={words.option} disabled defaultChecked />
        <Checkbox label={words.option} look="card" defaultChecked end="94.50 ₾" />
      </div>
      <ChoiceGroup legend={words.city} hint={words.hint}>
        <Radio name="kit-radio" value="1" label={words.option} defaultChecked />
        <Radio name="kit-radio" value="2" label={words.other} />
        <Radio name="kit-radio" value="3" label={words.option} disabled />
        <div className="gallery-stack">
          <Radio name="kit-card" value="1" look="card" label={words.option} defaultChecked />
          <Radio name="kit-card" value="2" look="card" label={words.other} hint={words.hint} />
        </div>
      </ChoiceGroup>
      <div data-kit="Switch">
        {both.map((isOn) => (
          <Switch key={String(isOn)} label={words.option} defaultChecked={isOn} />
        ))}
        <Switch label={words.other} disabled defaultChecked />
      </div>
      <div data-kit="Stepper">
        <Stepper
          label={words.option}
          value={count}
          max={4}
          lessLabel={words.less}
          moreLabel={words.more}
          onChange={setCount}
        />
      </div>
      <Tabs
        label={words.title}
        tabs={[
          { key: 'first', label: words.option },
          { key: 'second', label: words.other },
        ]}
        value={tab}
        onChange={setTab}
      >
        <p>{tab === 'first' ? words.note : words.hint}</p>
      </Tabs>
    </div>
  )
}
