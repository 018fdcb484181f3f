import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { listingTexts } from '../messages/listing-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...listingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
