import {
  CircleDot,
  Grid3x3,
  Hand,
  Magnet,
  MousePointer2,
  Paintbrush,
  RectangleHorizontal,
  Redo2,
  SquareDashed,
  Undo2,
  Maximize,
  Minus,
  Plus,
  type LucideIcon,
} from 'lucide-react'
import { memo, type RefObject } from 'react'
import { buttonClass } from '#design/parts/button.tsx'
import type { Level } from '../../plan/selection.ts'
import { tools, type BoardView, type Tool } from '../board/board-state.ts'
import { useTexts } from '../texts.ts'
import type { EditorActions } from '../use-editor.ts'

const icons: Readonly<Record<Tool, LucideIcon>> = {
  select: MousePointer2,
  hand: Hand,
  rows: Grid3x3,
  tables: CircleDot,
  area: SquareDashed,
  shape: RectangleHorizontal,
  brush: Paintbrush,
}
const letters: Readonly<Record<Tool, string>> = {
  select: 'V',
  hand: 'H',
  rows: 'R',
  tables: 'T',
  area: 'A',
  shape: 'S',
  brush: 'B',
}
const levels: readonly Level[] = ['section', 'placed', 'seat']

interface IconButtonProps {
  readonly label: string
  readonly keys?: string
  readonly icon: LucideIcon
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

function IconButton({ label, keys, icon: Icon, isPressed, isDisabled, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-pressed={isPressed}
      disabled={isDisabled}
      className={buttonClass({ look: isPressed ? 'main' : 'plain', size: 'icon' })}
      onClick={onPress}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}

interface ToolBarProps {
  readonly tool: Tool
  readonly level: Level
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly actions: Pick<EditorActions, 'setTool' | 'setLevel' | 'undo' | 'redo'>
  readonly view: RefObject<BoardView | null>
  readonly isSnapping: boolean
  readonly onSnapping: (isOn: boolean) => void
}

/** Tools, selection level, undo and redo, and the view. */
export const ToolBar = memo(function ToolBar(props: ToolBarProps) {
  const { tool: chosen, level: chosenLevel, canUndo, canRedo, actions, view, isSnapping } = props
  const t = useTexts()
  return (
    <div
      role="toolbar"
      aria-label={t('tools')}
      className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b border-rule bg-card px-2 py-1"
    >
      {tools.map((tool) => (
        <IconButton
          key={tool}
          label={t(`tool_${tool}`)}
          keys={letters[tool]}
          icon={icons[tool]}
          isPressed={chosen === tool}
          onPress={() => actions.setTool(tool)}
        />
      ))}
      <span aria-hidden="true" className="mx-1 h-6 border-l border-rule" />
      <fieldset aria-label={t('level')} className="flex">
        {levels.map((level, index) => (
          <button
            key={level}
            type="button"
            aria-pressed={chosenLevel === level}
            title={`${t(`level_${level}`)} (${index + 1})`}
            className={buttonClass({ look: chosenLevel === level ? 'quiet' : 'plain' })}
            onClick={() => actions.setLevel(level)}
          >
            {t(`level_${level}`)}
          </button>
        ))}
      </fieldset>
      <span aria-hidden="true" className="mx-1 h-6 border-l border-rule" />
      <IconButton
        label={t('undo')}
        keys="Ctrl+Z"
        icon={Undo2}
        isDisabled={!canUndo}
        onPress={actions.undo}
      />
      <IconButton
        label={t('redo')}
        keys="Ctrl+Shift+Z"
        icon={Redo2}
        isDisabled={!canRedo}
        onPress={actions.redo}
      />
      <IconButton
        label={t('snapping')}
        icon={Magnet}
        isPressed={isSnapping}
        onPress={() => props.onSnapping(!isSnapping)}
      />
      <span className="ml-auto flex">
        <IconButton
          label={t('zoomOut')}
          keys="−"
          icon={Minus}
          onPress={() => view.current?.zoomBy(1 / 1.5)}
        />
        <IconButton
          label={t('zoomIn')}
          keys="+"
          icon={Plus}
          onPress={() => view.current?.zoomBy(1.5)}
        />
        <IconButton
          label={t('showAll')}
          keys="0"
          icon={Maximize}
          onPress={() => view.current?.showAll()}
        />
      </span>
    </div>
  )
})
