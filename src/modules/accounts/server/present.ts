import type { z } from 'zod'
import type { authProfileGet } from '../contract.ts'

export interface CustomerRow {
  readonly id: string
  readonly email: string
  readonly phone: string | null
  readonly full_name: string
  readonly joined_club: boolean
}

export function presentProfile(row: CustomerRow): z.output<typeof authProfileGet.reply> {
  return {
    userId: row.id,
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    joinClub: row.joined_club,
  }
}
