import { CombinedGraphQLErrors } from '@apollo/client'
import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import { AddLink, LinkList, NewClicks } from './documents.ts'
import { Sparkline } from './sparkline.tsx'

const size = 5

/** The links of an account: page by page, with new clicks as they happen. A part that fails leaves the others. */
export function LinksPage() {
  const [page, setPage] = useState<{ first?: number; after?: string; last?: number; before?: string }>({ first: size })
  const { data, previousData, error, refetch } = useQuery(LinkList, {
    variables: page,
    errorPolicy: 'all',
    fetchPolicy: 'cache-and-network',
  })
  const { me, urls } = data ?? previousData ?? {}
  const failed = CombinedGraphQLErrors.is(error) ? error.errors : []
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = urls?.pageInfo ?? {}
  return (
    <>
      <h1>{me ? `Links of ${me.name}` : 'Links'}</h1>
      {error && failed.length === 0 && <p role="alert">{error.message}</p>}
      {failed.map(({ message, path }) => (
        <p role="alert" key={path?.join('.')}>
          {path?.join('.')}: {message}
        </p>
      ))}
      <CreateForm onCreated={() => (page.first && !page.after ? refetch() : setPage({ first: size }))} />
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
              {urls.nodes.map(({ id, title, shortUrl, destination, currentClicks, analytics }) => (
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
          <nav>
            <button
              type="button"
              disabled={!hasPreviousPage}
              onClick={() => startCursor && setPage({ last: size, before: startCursor })}
            >
              Previous
            </button>
            <button
              type="button"
              disabled={!hasNextPage}
              onClick={() => endCursor && setPage({ first: size, after: endCursor })}
            >
              Next
            </button>
          </nav>
        </>
      )}
    </>
  )
}

/** All problems of an input arrive at once, each with its field. */
function CreateForm({ onCreated }: { onCreated: () => void }) {
  const [create, { error, loading }] = useMutation(AddLink, { onCompleted: onCreated, errorPolicy: 'none' })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const code = String(values.get('code')) || null
    create({ variables: { input: { destination: String(values.get('destination')), code } } }).then(
      () => form.reset(),
      () => undefined,
    )
  }
  return (
    <form onSubmit={submit}>
      <input name="destination" required placeholder="https://example.com/page" aria-label="Destination" />
      <input name="code" placeholder="alias" aria-label="Alias" />
      <button type="submit" disabled={loading}>
        Shorten
      </button>
      {error && <p role="alert">{describe(error)}</p>}
    </form>
  )
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

function describe(error: Error): string {
  if (!CombinedGraphQLErrors.is(error)) return error.message
  const details = error.errors.flatMap(
    ({ extensions }) => (extensions?.details ?? []) as { field: string; issue: string }[],
  )
  return details.length > 0 ? details.map(({ field, issue }) => `${field} ${issue}`).join('; ') : error.message
}
