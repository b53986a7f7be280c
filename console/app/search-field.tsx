import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation, useSearchParams } from 'wouter'
import { CreateLink } from '../features/links/links.graphql.ts'
import { problemOf } from '../graph/problems.ts'
import { t } from '../texts/texts.ts'
import { copyText } from '../ui/copy.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { looksLikeAddress, withScheme } from './addresses.ts'
import styles from './search-field.module.css'

/** Searches the links; an address that is pasted, or typed with its scheme, is shortened and copied by Enter. */
export function SearchField() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const [text, setText] = useState(params.get('q') ?? '')
  const [{ fetching }, createLink] = useMutation(CreateLink)
  const [isPasted, setPasted] = useState(false)
  // A host that is typed, such as `museum.example`, is searched for: links are found by where they lead.
  const isAddress = looksLikeAddress(text.trim()) && (isPasted || /^https?:/i.test(text.trim()))
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    if (!isAddress) return navigate(query ? `/?${new URLSearchParams({ q: query })}` : '/')
    const { data, error } = await createLink({ input: { destination: withScheme(query) } })
    const problem = problemOf(error)
    if (problem) return notify(problem.fields.destination ?? problem.message, { isProblem: true })
    setText('')
    setPasted(false)
    if (!data?.createUrl) return
    await copyText(data.createUrl.shortUrl)
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
            if (!value) setPasted(false)
          }}
          onPaste={() => setPasted(true)}
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
    </search>
  )
}
