import { useLocation, useSearch } from 'wouter'

/** Parts of the address of the form, which are none of the list below it. */
const formFields = ['url', 'text', 'title', 'from']
const listPaths = ['/', '/links', '/links/new']

interface FormAddress {
  readonly href: string
  /** The view that is left, which the form leads back to. */
  readonly state: { readonly view: string }
}

/**
 * The form of a new link over what is shown, and the way back to it. The list keeps its filters, which are in the address of the form too, so
 * that they are there after a reload.
 */
export function useNewLink() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const isOpen = path === '/links/new'
  const listParams = () => {
    const params = new URLSearchParams(listPaths.includes(path) ? search : '')
    for (const name of formFields) params.delete(name)
    return params
  }
  const view = () => {
    const left = isOpen ? (history.state as FormAddress['state'] | null)?.view : withSearch(path, search)
    return left ?? withSearch('/', listParams())
  }
  const addressOf = (fields: Readonly<Record<string, string>> = {}): FormAddress => {
    const params = listParams()
    for (const [name, value] of Object.entries(fields)) params.set(name, value)
    return { href: withSearch('/links/new', params), state: { view: view() } }
  }
  return {
    addressOf,
    open: (fields?: Readonly<Record<string, string>>) => {
      const { href, state } = addressOf(fields)
      navigate(href, { state })
    },
    close: () => navigate(view()),
  }
}

function withSearch(path: string, search: string | URLSearchParams): string {
  return String(search) ? `${path}?${search}` : path
}
