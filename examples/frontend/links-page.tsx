import { CombinedGraphQLErrors, NetworkStatus } from '@apollo/client'
import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { AddLink, EndSession, LinkList, NewClicks } from './documents.ts'
import { Form } from './form.tsx'
import { problemsOf } from './problems.ts'
import { Sparkline } from './sparkline.tsx'

/** The links of an account: more while they are scrolled, and new clicks as they happen. A part that fails leaves the others. */
export function LinksPage({ onLogOut }: { readonly onLogOut: () => void }) {
  const { data, error, fetchMore, networkStatus, refetch } = useQuery(LinkList, {
    variables: { first: 10 },
    errorPolicy: 'all',
  })
  const [endSession] = useMutation(EndSession, { onCompleted: onLogOut })
  const { me, urls } = data ?? {}
  const { hasNextPage, endCursor } = urls?.pageInfo ?? {}
  return (
    <>
      <header>
        <h1>{me ? `Links of ${me.name}` : 'Links'}</h1>
        <button type="button" onClick={() => endSession()}>
          Log out
        </button>
      </header>
      {errorsOf(error).map(({ message, path }) => (
        <p role="alert" key={message}>
          {path && `${path.join('.')}: `}
          {message}
        </p>
      ))}
      <CreateForm onCreated={() => refetch()} />
      <LiveClicks />
      {urls && (
        <>
          <p>{urls.totalCount} links</p>
          <table>
            <thead>
              <tr>
                <th>Link</th>
                <th>Last 7 days</th>
                <th>Clicks</th>
              </tr>
            </thead>
            <tbody>
              {urls.edges.map(({ node: { id, title, shortUrl, destination, currentClicks, analytics } }) => (
                <tr key={id}>
                  <td>
                    <a href={shortUrl} title={destination}>
                      {title}
                    </a>
                  </td>
                  <td>
                    {analytics ? (
                      <Sparkline clicks={analytics.timeseries.map(({ clicks }) => clicks)} />
                    ) : (
                      'not available'
                    )}
                  </td>
                  <td>{currentClicks}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasNextPage && networkStatus === NetworkStatus.ready && (
            <EndOfList onVisible={() => fetchMore({ variables: { after: endCursor } })} />
          )}
        </>
      )}
    </>
  )
}

/** Loads the next page when it is scrolled into view. */
function EndOfList({ onVisible }: { readonly onVisible: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onVisible())
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  })
  return <div ref={end} />
}

/** All problems of an input arrive at once, each with its field. */
function CreateForm({ onCreated }: { readonly onCreated: () => void }) {
  const [create] = useMutation(AddLink, { onCompleted: onCreated })
  const submit = ({ destination = '', code }: Record<string, string>) =>
    create({ variables: { input: { destination, code: code || null } } }).then(
      () => ({}),
      (error: Error) => problemsOf(errorsOf(error)),
    )
  return <Form label="Shorten" fields={{ destination: 'Destination', code: 'Alias' }} onSubmit={submit} />
}

/** The cache updates the count of the link, because the event contains the link with its id. */
function LiveClicks() {
  const [count, setCount] = useState(0)
  const { data } = useSubscription(NewClicks, { onData: () => setCount((previous) => previous + 1) })
  const click = data?.clickRecorded
  return (
    <p aria-live="polite">
      {click ? `${count} new clicks, the last one on ${click.url?.title} from ${click.country}` : 'No new clicks yet'}
    </p>
  )
}

interface FailedPart {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
  readonly extensions?: { readonly details?: unknown } | undefined
}

/** The errors of an answer, or the one error that left no answer. */
function errorsOf(error: Error | undefined): readonly FailedPart[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors
  return error ? [error] : []
}
