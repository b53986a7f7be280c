import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { LinkSort, LinkState } from '../../graph/types.ts'

/** What the list of links shows, as the address says. */
export interface LinkFilters {
  readonly q: string
  readonly state: LinkState | ''
  readonly folder: string
  readonly tag: string
  readonly domain: string
  readonly sort: LinkSort
}

export const noFilters: LinkFilters = { q: '', state: '', folder: '', tag: '', domain: '', sort: 'CREATED_DESC' }

export const sorts = [
  'CREATED_DESC',
  'CLICKS_DESC',
  'LAST_CLICK_DESC',
  'UPDATED_DESC',
  'TITLE_ASC',
  'EXPIRES_ASC',
] as const
export const states = ['ACTIVE', 'SCHEDULED', 'INACTIVE', 'EXPIRED', 'LIMIT_REACHED', 'BLOCKED'] as const

/** The filters of the address, and a function that changes some of them. */
export function useLinkFilters(): [LinkFilters, (changes: Partial<LinkFilters>) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const filters = useMemo(() => {
    const given = new URLSearchParams(text)
    const values = Object.entries(noFilters).map(([name, value]) => [name, given.get(name) ?? value])
    const { state, sort, ...rest } = Object.fromEntries(values) as LinkFilters
    return {
      ...rest,
      state: states.some((each) => each === state) ? state : noFilters.state,
      sort: sorts.some((each) => each === sort) ? sort : noFilters.sort,
    }
  }, [text])
  const change = (changes: Partial<LinkFilters>) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries(changes)) {
        if (value && value !== noFilters[name as keyof LinkFilters]) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  return [filters, change]
}

/** Whether the list leaves out links. */
export function isFiltered(filters: LinkFilters): boolean {
  return Object.entries(noFilters).some(
    ([name, value]) => name !== 'sort' && filters[name as keyof LinkFilters] !== value,
  )
}

/** The filters as variables of `urls` and of `linkExport`. */
export function toVariables({ q, state, folder, tag, domain }: LinkFilters) {
  return {
    search: q || null,
    state: state || null,
    folderId: folder || null,
    tagIds: tag ? [tag] : null,
    domainId: domain || null,
  }
}
