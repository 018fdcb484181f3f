import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { scanTexts } from '../messages/scan-en.ts'

/** The scanner has its own layout and script, without the shop's. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={scanTexts}>
      <Outlet />
    </TextsProvider>
  )
}
