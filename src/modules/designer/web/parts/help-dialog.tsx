import { Dialog } from '#design/parts/dialog.tsx'
import { useTexts } from '../texts.ts'

const shortcuts = [
  ['V H R T A S B', 'keysTools'],
  ['1 2 3', 'keysLevels'],
  ['← ↑ → ↓', 'keysArrows'],
  ['Shift + ← → / Alt + ← →', 'keysSteps'],
  ['N / Shift+N', 'keysNext'],
  ['[ ]', 'keysTurn'],
  ['Ctrl+Z / Ctrl+Shift+Z', 'keysUndo'],
  ['Ctrl+C X V D', 'keysCopy'],
  ['Ctrl+A', 'keysAll'],
  ['Delete', 'keysDelete'],
  ['Shift', 'keysShift'],
  ['Alt', 'keysAlt'],
  ['+ − 0', 'keysZoom'],
  ['Esc', 'keysEscape'],
  ['?', 'keysHelp'],
] as const

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog isOpen={isOpen} isWide title={t('help')} onClose={onClose}>
      <p className="mt-near text-soft">{t('helpText')}</p>
      <dl className="mt-group grid grid-cols-[auto_1fr] gap-x-group gap-y-tight">
        {shortcuts.map(([keys, text]) => (
          <div key={text} className="contents">
            <dt>
              <kbd className="rounded border border-rule bg-sunk px-2 py-0.5 text-note whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
