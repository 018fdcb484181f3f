import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Menu, MenuItem, MenuLink } from '#design/parts/menu.tsx'
import { Sheet } from '#design/parts/sheet.tsx'
import { showToast } from '#design/parts/toast.ts'
import type { GalleryWords } from './words.ts'

export function Overlays({ words }: { words: GalleryWords }) {
  const [shown, setShown] = useState<'dialog' | 'sheet' | null>(null)
  const [stop, setStop] = useState(0)
  const [picked, setPicked] = useState('')
  return (
    <>
      <div className="gallery-row">
        <Button look="quiet" onClick={() => setShown('dialog')}>
          Dialog
        </Button>
        <Button look="quiet" onClick={() => setShown('sheet')}>
          Sheet
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            showToast({
              text: words.done,
              action: { label: words.undo, onPress: () => setPicked(words.undo) },
            })
          }
        >
          Toast
        </Button>
        <Menu label="Menu">
          <MenuItem onSelect={() => setPicked(words.option)}>{words.option}</MenuItem>
          <MenuItem isDisabled onSelect={() => setPicked(words.other)}>
            {words.other}
          </MenuItem>
          <MenuItem onSelect={() => setPicked(words.close)}>{words.close}</MenuItem>
          <MenuLink to="/">{words.open}</MenuLink>
        </Menu>
        <output>{picked}</output>
      </div>
      <Dialog
        isOpen={shown !== null}
        isSheet={shown === 'sheet'}
        title={words.event}
        onClose={() => setShown(null)}
      >
        <p>{words.note}</p>
        <Button className="mt-5" onClick={() => setShown(null)}>
          {words.close}
        </Button>
      </Dialog>
      <Sheet
        label={words.open}
        stop={stop}
        onStop={setStop}
        head={<p className="px-4 pb-3 font-semibold">{words.short}</p>}
      >
        <p>{words.note}</p>
      </Sheet>
    </>
  )
}
