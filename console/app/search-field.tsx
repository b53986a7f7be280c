import { useEffect, useId, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { useLocation, useSearchParams } from 'wouter'
import { CreateLink, Places } from '../features/links/links.graphql.ts'
import { problemOf } from '../graph/problems.ts'
import { asideContext } from '../graph/recorder.ts'
import { t } from '../texts/texts.ts'
import { copyText } from '../ui/copy.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { isUnder, looksLikeAddress, withScheme } from './addresses.ts'
import { shortAddressBase } from './base.ts'
import styles from './search-field.module.css'
import { type SearchOption, useSearchOptions } from './search-options.ts'

/**
 * Searches the links, and offers what fits while somebody writes: links, places and commands. An address that is pasted, or typed with its scheme, is
 * shortened and copied by Enter.
 */
export function SearchField() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const searched = params.get('q') ?? ''
  const [text, setText] = useState(searched)
  // The field says what the list shows, also after Back.
  useEffect(() => setText(searched), [searched])
  const [{ fetching }, createLink] = useMutation(CreateLink)
  const [isPasted, setPasted] = useState(false)
  const [{ data: places }] = useQuery({ query: Places, context: asideContext })
  const ownHosts = [shortAddressBase, ...(places?.domains?.nodes ?? []).map(({ host }) => host)]
  // A short address finds its link. A host that is typed, such as `museum.example`, is searched for: links are found by where they lead.
  const isAddress =
    looksLikeAddress(text.trim()) && (isPasted || /^https?:/i.test(text.trim())) && !isUnder(ownHosts, text.trim())
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const listId = useId()
  const options = useSearchOptions(text, isOpen && !isAddress)
  const isListShown = isOpen && !isAddress && options.length > 0
  const run = async (option: SearchOption) => {
    setOpen(false)
    setChosen(-1)
    setText('')
    await option.act()
  }
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    setOpen(true)
    // One place more than there are options: the text itself.
    setChosen(((((chosen + 1 + step) % (options.length + 1)) + options.length + 1) % (options.length + 1)) - 1)
  }
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const option = isListShown ? options[chosen] : undefined
    if (option) return run(option)
    setOpen(false)
    const query = text.trim()
    if (!isAddress) return navigate(query ? `/?${new URLSearchParams({ q: query })}` : '/')
    const answer = createLink({ input: { destination: withScheme(query) } })
    const copying = copyText(answer.then(({ data }) => data?.createUrl?.shortUrl))
    const { data, error } = await answer
    const problem = problemOf(error)
    if (problem) return notify(problem.fields.destination ?? problem.message, { isProblem: true })
    setText('')
    setPasted(false)
    if (!data?.createUrl) return
    await copying
    navigate('/')
  }
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <Icon name={isAddress ? 'link' : 'search'} />
        <input
          id="search"
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setOpen(true)
            setChosen(-1)
            if (!value) setPasted(false)
          }}
          onPaste={() => setPasted(true)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKey}
          role="combobox"
          aria-expanded={isListShown}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(isListShown && chosen >= 0 && { 'aria-activedescendant': `${listId}-${chosen}` })}
          placeholder={t('search.placeholder')}
          aria-label={t('search.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isAddress ? (
          <button type="submit" disabled={fetching}>
            {t('search.shorten')} ⏎
          </button>
        ) : (
          <kbd>Ctrl K</kbd>
        )}
      </form>
      {isListShown && (
        <div role="listbox" id={listId} aria-label={t('search.options')} className={styles.options}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The field handles the keys.
            <div
              key={option.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(option)}
            >
              <Icon name={option.icon} />
              <span>{option.name}</span>
              {option.detail && <small>{option.detail}</small>}
            </div>
          ))}
        </div>
      )}
    </search>
  )
}
