import { maxResultItems } from './tool-schemas.ts'

/** In characters of JSON. More would fill the memory of an agent with one answer. */
const maxResultLength = 16 * 1024

/** The longest text that stays whole when nothing else makes a result fit. */
const maxTextLength = 500

type Data = Record<string, unknown>

interface FittingResult {
  readonly data: Data
  /** What was left out, and how to get it. */
  readonly notes: readonly string[]
}

/** A list somewhere in the data. */
interface List {
  readonly path: string
  readonly items: unknown[]
}

/** Cuts lists, and at last texts, until the result has at most 25 items in each list and 16 KB in all. */
export function fitResult(given: Readonly<Data>): FittingResult {
  const data = structuredClone(given) as Data
  const left = new Map<string, number>()
  const cut = ({ path, items }: List, length: number) => {
    left.set(path, (left.get(path) ?? 0) + items.length - length)
    items.length = length
  }
  for (const list of listLists(data)) if (list.items.length > maxResultItems) cut(list, maxResultItems)
  while (JSON.stringify(data).length > maxResultLength) {
    const longest = listLists(data)
      .filter(({ items }) => items.length > 1)
      .toSorted((a, b) => JSON.stringify(b.items).length - JSON.stringify(a.items).length)[0]
    if (!longest) break
    cut(longest, Math.ceil(longest.items.length / 2))
  }
  const isTooLong = JSON.stringify(data).length > maxResultLength
  const notes = [...left].map(
    ([path, count]) => `${count} more of ${path} were left out: ask for fewer at once, or narrow the request.`,
  )
  return {
    data: isTooLong ? (shortenTexts(data) as Data) : data,
    notes: [...notes, ...pageNotes(data), ...(isTooLong ? ['Long texts were cut.'] : [])],
  }
}

/** The lists in the data, the outer ones first. */
function listLists(value: unknown, path = ''): List[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, each]) =>
    listLists(each, Array.isArray(value) ? `${path}[]` : path ? `${path}.${name}` : name),
  )
  return Array.isArray(value) ? [{ path, items: value }, ...inner] : inner
}

/** For each page of a list that goes on: how many items follow, and from where. */
function pageNotes(data: Data): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const { pageInfo, totalCount, nodes } = (value ?? {}) as {
      pageInfo?: { hasNextPage?: boolean; endCursor?: string | null }
      totalCount?: number
      nodes?: unknown[]
    }
    if (!pageInfo?.hasNextPage) return []
    const count = totalCount === undefined ? 'More' : `Of ${totalCount} in all, more`
    return [`${count} of ${name} follow the ${nodes?.length ?? 0} here: call again with after="${pageInfo.endCursor}".`]
  })
}

function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  if (Array.isArray(value)) return value.map(shortenTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortenTexts(each)]))
}
