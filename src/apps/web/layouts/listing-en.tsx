import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { listingRooms } from '../messages/listing-en.ts'
import { rooms } from '../messages/rooms-en.ts'

const all = { ...rooms, ...listingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="en" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
