import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { scanTexts } from '../messages/scan-en.ts'

/** The scanner stands alone: nothing of the shop is around it, nor in its script. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={scanTexts}>
      <Outlet />
    </TextsProvider>
  )
}
