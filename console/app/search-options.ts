import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { asideContext } from '../graph/recorder.ts'
import { t } from '../texts/texts.ts'
import { copyText } from '../ui/copy.ts'
import type { IconName } from '../ui/icon.tsx'
import { usePaused } from '../ui/use-paused.ts'
import { withoutScheme } from './addresses.ts'
import { FindLinks, LastLink } from './app.graphql.ts'
import { places } from './routes.tsx'
import { useNewLink } from './use-new-link.ts'

/** Something that the search field can do or open. */
export interface SearchOption {
  readonly id: string
  readonly name: string
  /** A second, quieter text. */
  readonly detail?: string
  readonly icon: IconName
  readonly act: () => unknown
}

/** What fits a text: links and QR codes that have its words, places and commands. All commands for no text. */
export function useSearchOptions(text: string, isOpen: boolean): readonly SearchOption[] {
  const [, navigate] = useLocation()
  const newLink = useNewLink()
  const words = text.trim()
  const search = usePaused(words)
  const [{ data, fetching }] = useQuery({
    query: FindLinks,
    variables: { search },
    pause: !isOpen || search === '',
    context: asideContext,
  })
  const [{ data: last }] = useQuery({ query: LastLink, pause: !isOpen, context: asideContext })
  const [lastLink] = last?.urls?.nodes ?? []
  const found = words !== '' && search === words && !fetching ? data : undefined
  const links = (found?.urls?.nodes ?? []).map(
    ({ id, shortUrl, title }): SearchOption => ({
      id,
      name: withoutScheme(shortUrl),
      detail: title,
      icon: 'link',
      act: () => navigate(`/links/${id}`),
    }),
  )
  const codes = (found?.dynamicQrs?.nodes ?? []).map(
    ({ id, title }): SearchOption => ({ id, name: title, icon: 'qr', act: () => navigate(`/qr/${id}`) }),
  )
  const commands: readonly SearchOption[] = [
    { id: 'new', name: t('links.new'), detail: 'N', icon: 'plus', act: () => newLink.open() },
    ...(lastLink
      ? [
          {
            id: 'copy-last',
            name: t('search.copyLast'),
            detail: withoutScheme(lastLink.shortUrl),
            icon: 'copy' as const,
            act: () => copyText(lastLink.shortUrl),
          },
        ]
      : []),
    ...places.map(({ href, name, icon }) => ({
      id: href,
      name: t('search.goTo', { place: t(name) }),
      icon,
      act: () => navigate(href),
    })),
  ]
  const fitting = commands.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
  const question: readonly SearchOption[] = /\s/.test(words)
    ? [
        {
          id: 'ask',
          name: t('search.ask', { question: words }),
          icon: 'ask',
          act: () => navigate(`/ask?${new URLSearchParams({ question: words })}`),
        },
      ]
    : []
  return [...links, ...codes, ...fitting, ...question]
}
