import { Outlet } from 'react-router'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { buyingRooms } from '../messages/buying-en.ts'
import { rooms } from '../messages/rooms-en.ts'

const all = { ...rooms, ...buyingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="en" rooms={all}>
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    </TextsProvider>
  )
}
