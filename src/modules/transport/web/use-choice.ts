import { useLocation, useNavigate } from 'react-router'
import { useQueryOfAddress } from '#design/data/visitor.ts'
import { readChoice, withChoice, type Choice } from './choice.ts'

/** The choice in the address, and a setter that neither reloads data nor scrolls. */
export function useChoice() {
  const query = useQueryOfAddress()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(query)
  const choice = readChoice(params)
  const change = (part: Partial<Choice>): void => {
    const next = withChoice(params, { ...choice, ...part })
    void navigate(`${pathname}?${next.toString()}`, { replace: true, preventScrollReset: true })
  }
  return { choice, change }
}
